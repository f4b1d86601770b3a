import { Component, type ReactNode } from 'react';
import * as text from '#text/till.ts';
import { Banner } from '../islands/ui/Banner.tsx';
import styles from './till.module.css';

/**
 * Shown instead of a screen that can't be drawn, which would leave the page empty. The customer is still
 * being served, under the same number.
 */
export class Boundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  static getDerivedStateFromError = () => ({ isBroken: true });

  override state = { isBroken: false };

  /** Without the last that the oldest browsers learned (scripts/build/oldest-browsers.ts). */
  readonly #isTooOld = !('toWellFormed' in String.prototype);

  override render() {
    if (!this.state.isBroken && !this.#isTooOld) return this.props.children;
    return (
      <main className={styles.narrow}>
        <h1>{text.title}</h1>
        {this.#isTooOld ? (
          <Banner tone="error">{text.tooOld}</Banner>
        ) : (
          <Banner retry={() => this.setState({ isBroken: false })} tone="error">
            {text.broken}
          </Banner>
        )}
      </main>
    );
  }
}

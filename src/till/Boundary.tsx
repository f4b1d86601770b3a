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

  override render() {
    if (!this.state.isBroken) return this.props.children;
    return (
      <main className={styles.narrow}>
        <h1>{text.title}</h1>
        <Banner retry={() => this.setState({ isBroken: false })} tone="error">
          {text.broken}
        </Banner>
      </main>
    );
  }
}

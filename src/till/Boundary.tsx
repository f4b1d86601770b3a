import { Component, type ReactNode } from 'react';
import * as common from '#text/common.ts';
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
    const again = { label: common.tryAgain, onClick: () => this.setState({ isBroken: false }) };
    return (
      <main className={styles.narrow}>
        <h1>{text.title}</h1>
        <Banner actions={[again]} tone="error">
          {text.broken}
        </Banner>
      </main>
    );
  }
}

import type { ReactNode } from 'react';
import styles from './Facts.module.css';

export interface Fact {
  term: string;
  value: ReactNode;
}

/** Terms and their values, side by side if there is room. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

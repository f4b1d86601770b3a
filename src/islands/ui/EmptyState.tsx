import type { ReactNode } from 'react';
import { BASE_PATH } from '../../lib/base-path.ts';
import { ButtonLink } from './Button.tsx';
import styles from './EmptyState.module.css';

interface Props {
  children: string;
  /** null if something else is shown below. */
  illustration: 'card' | 'search' | 'calendar' | 'gift' | null;
  action?: { label: string; href: string } | undefined;
  /** Shown below the text instead of a single next step. */
  more?: ReactNode;
}

/** Says kindly that nothing is here, with a next step. */
export function EmptyState({ children, illustration, action, more }: Props) {
  return (
    <div className={styles.empty}>
      {illustration && (
        <img
          alt=""
          height={120}
          src={`${BASE_PATH}/placeholder/empty-${illustration}.svg`}
          width={160}
        />
      )}
      <p>{children}</p>
      {action && (
        <ButtonLink href={action.href} rank="second">
          {action.label}
        </ButtonLink>
      )}
      {more}
    </div>
  );
}

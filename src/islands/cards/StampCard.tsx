import type { ReactNode } from 'react';
import { progressText } from '#text/progress.ts';
import { initial } from '../../lib/domain/graphemes.ts';
import ticket from '../ui/Ticket.module.css';
import styles from './StampCard.module.css';
import { StampSlots } from './StampSlots.tsx';
import { StoreLogo } from './StoreLogo.tsx';

interface Props {
  seed: string;
  storeName: string;
  logoUrl: string | null;
  total: number;
  goal: number;
  /** In place of the store's logo and name. */
  heading?: string;
  /** The store doesn't take part at present: nothing is said about what the stamps lead to. */
  suspended?: boolean;
  /** Under the slots: details of the latest stamp, or what to do with a full card. */
  children?: ReactNode;
}

/** A store's card: the head says whose and how many, the body holds the stamps. */
export function StampCard({
  seed,
  storeName,
  logoUrl,
  total,
  goal,
  heading,
  suspended = false,
  children,
}: Props) {
  return (
    <article className={ticket.ticket}>
      <header className={ticket.head}>
        <div className={styles.head}>
          {heading === undefined && (
            <StoreLogo priority="now" name={storeName} seed={seed} url={logoUrl} />
          )}
          <h2 className={styles.name} data-lines="3" dir="auto">
            {heading ?? storeName}
          </h2>
          <p className={styles.count} data-over={total > goal}>
            <b>{total}</b> / {goal}
          </p>
        </div>
      </header>
      <div className={ticket.body}>
        <div className={styles.body}>
          <StampSlots goal={goal} initial={initial(storeName)} seed={seed} total={total} />
          {!suspended && (
            <p className={styles.words} data-full={total >= goal}>
              {progressText(total, goal)}
            </p>
          )}
          {children}
        </div>
      </div>
    </article>
  );
}

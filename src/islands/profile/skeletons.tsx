import type { ReactNode } from 'react';
import { logOutNote } from '#text/account.ts';
import { blank, where } from '#text/own-name.ts';
import { box, line, lines, short } from '../ui/Skeleton.tsx';
import styles from './skeletons.module.css';

const section = (below?: ReactNode, end?: ReactNode) => (
  <span className={styles.section}>
    {short()}
    {box('card', box('dot'), lines(line(), short()))}
    {below}
    {box('button')}
    {end}
  </span>
);

/** The notifications, with their heading and button. */
export const reminders = () => section();

/** The account: the same, and the name that can be changed. */
export const account = () =>
  section(
    box('sheet', line(), box('button'), box('hint', `${where} ${blank}`), box('button')),
    box('hint', logOutNote),
  );

const fact = () => (
  <span className={styles.fact}>
    {line()}
    {line()}
  </span>
);

/** The lines of 'Your data', so that what is below them stays where it is. */
export const facts = () => box('sheet', fact(), fact(), fact(), fact(), fact(), fact());

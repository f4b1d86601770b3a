import { box, line, lines, short } from '../ui/Skeleton.tsx';
import styles from './skeletons.module.css';

/** The account, with its heading and button. */
export const account = () => (
  <span className={styles.account}>
    {short()}
    {box('card', box('dot'), lines(line(), short()))}
    {box('button')}
  </span>
);

const fact = () => (
  <span className={styles.fact}>
    {line()}
    {line()}
  </span>
);

/** The lines of 'Your data', so that what is below them stays where it is. */
export const facts = () => box('sheet', fact(), fact(), fact(), fact(), fact(), fact());

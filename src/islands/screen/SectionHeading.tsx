import { viewAll, viewAllOf } from '#text/shell.ts';
import styles from './SectionHeading.module.css';

interface Props {
  id: string;
  text: string;
  href?: string;
  /** In place of 'View all'. */
  label?: string;
}

/** A section's heading, with its 'View all', or what else leads on, where there is a page for that. */
export function SectionHeading({ id, text, href, label }: Props) {
  return (
    <div className={styles.heading}>
      <h2 id={id}>{text}</h2>
      {href && (
        <a href={href} aria-label={label ?? viewAllOf(text)}>
          {label ?? viewAll}
        </a>
      )}
    </div>
  );
}

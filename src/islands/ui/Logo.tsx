import styles from './Logo.module.css';

/** The mark: a perforated square with a stamped tick. Label the link that holds it. */
export function LogoMark({ size = 32 }: { size?: number }) {
  return (
    <svg aria-hidden="true" className={styles.mark} height={size} viewBox="0 0 32 32" width={size}>
      <rect
        className={styles.edge}
        height="27"
        pathLength="120"
        rx="8"
        strokeDasharray="5.2 2.3"
        width="27"
        x="2.5"
        y="2.5"
      />
      <path className={styles.tick} d="M10.2 16.3 14.5 20.5 22 11.8" />
    </svg>
  );
}

/** The mark and the name. Label the link that holds it. */
export function Logo() {
  return (
    <span className={styles.logo} translate="no">
      <LogoMark />
      <span className={styles.name} data-part="name">
        stampcard
      </span>
    </span>
  );
}

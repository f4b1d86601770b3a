import type { ComponentProps } from 'react';
import styles from './Button.module.css';
import { classes } from './classes.ts';
import { handFocusOn } from './hand-focus-on.ts';

interface ButtonStyle {
  /** One primary button a screen; the rest are 'second' or, on paper, 'plain'. */
  rank?: 'primary' | 'second' | 'plain';
  wide?: boolean;
}

type ButtonProps = ButtonStyle & ComponentProps<'button'>;
type ButtonLinkProps = ButtonStyle & ComponentProps<'a'> & { href: string };

export function Button({ rank = 'primary', wide = false, className, ...rest }: ButtonProps) {
  return (
    <button
      ref={handFocusOn}
      type="button"
      {...rest}
      className={classes(styles.button, className)}
      data-rank={rank}
      data-wide={wide}
    />
  );
}

/** A link that looks like a button: it goes somewhere. */
export function ButtonLink({
  rank = 'primary',
  wide = false,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <a {...rest} className={classes(styles.button, className)} data-rank={rank} data-wide={wide}>
      {children}
    </a>
  );
}

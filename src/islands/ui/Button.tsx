import type { ComponentProps } from 'react';
import styles from './Button.module.css';
import { classes } from './classes.ts';

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

/**
 * A ref: a button that leaves the page while it has the focus hands it to what contains it (the sheet, the
 * screen), where reading continues. Otherwise the focus would fall to the body.
 */
export const handFocusOn = (element: HTMLElement | null) => () => {
  if (element?.matches(':focus'))
    element.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
};

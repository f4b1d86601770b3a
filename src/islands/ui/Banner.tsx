import type { ReactNode } from 'react';
import { tryAgain } from '#text/common.ts';
import styles from './Banner.module.css';
import { handFocusOn } from './Button.tsx';
import { Icon } from './Icon.tsx';

interface Action {
  label: string;
  onClick?: () => void;
  href?: string;
}

interface Props {
  /** 'calm' is a failure next to content that is there anyway. */
  tone: 'error' | 'calm' | 'success' | 'info';
  children: ReactNode;
  /** What 'Try again' does, if that is the next step. */
  retry?: (() => unknown) | undefined;
  /** Other next steps. */
  actions?: readonly Action[] | undefined;
  /** Announced by what contains it: a live region that was there before it, or its dialog. */
  quiet?: boolean;
}

/** As an icon's properties, which the build looks for (docs/decisions/the-clients-packing.md). */
const icons = {
  error: { name: 'alert' },
  calm: { name: 'info' },
  success: { name: 'check' },
  info: { name: 'info' },
} as const;

/** Never color alone: an icon and words. A failure interrupts a screen reader, the rest waits. */
export function Banner({ tone, children, retry, actions = [], quiet = false }: Props) {
  const role = tone === 'error' || tone === 'calm' ? 'alert' : 'status';
  const steps = retry ? [{ label: tryAgain, onClick: () => void retry() }, ...actions] : actions;
  return (
    <div className={styles.banner} data-tone={tone} role={quiet ? undefined : role}>
      <Icon {...icons[tone]} size={22} />
      <div className={styles.text}>
        <p className={styles.words} data-lines="20">
          {children}
        </p>
        {steps.length > 0 && (
          <p className={styles.actions}>
            {steps.map((action) => (
              <BannerAction key={action.label} {...action} />
            ))}
          </p>
        )}
      </div>
    </div>
  );
}

function BannerAction({ label, onClick, href }: Action) {
  if (href !== undefined) {
    return (
      <a className={styles.action} href={href}>
        {label}
      </a>
    );
  }
  return (
    <button className={styles.action} onClick={onClick} ref={handFocusOn} type="button">
      {label}
    </button>
  );
}

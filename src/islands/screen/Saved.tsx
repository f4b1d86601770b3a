import { Activity, type ReactNode } from 'react';

/** No snapshot is taken of a part that is still as the server drew it. */
const markTaken = (part: HTMLElement | null) => part?.setAttribute('data-taken', '');

interface Props {
  /** Distinguishes it from the other parts of its screen. */
  name: string;
  children: ReactNode;
}

/**
 * A part of a screen that shows answers: what it showed is saved for the next time
 * (docs/decisions/snapshots.md). React takes over each part separately, and renders it again separately if
 * it shows something else by then.
 */
export function Saved({ name, children }: Props) {
  return (
    <Activity>
      <div data-saved={name} ref={markTaken} suppressHydrationWarning>
        {children}
      </div>
    </Activity>
  );
}

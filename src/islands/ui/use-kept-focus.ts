import { type RefObject, useLayoutEffect } from 'react';

/**
 * A button that can't be pressed any longer after a press (the last page, today) would take the focus with
 * it: another one in the group gets it, else the group itself.
 *
 * @param group an element that can have the focus (tabIndex -1)
 */
export function useKeptFocus(group: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (!group.current?.querySelector(':focus:disabled')) return;
    const other = group.current.querySelector<HTMLElement>('button:not(:disabled)');
    (other ?? group.current).focus();
  });
}

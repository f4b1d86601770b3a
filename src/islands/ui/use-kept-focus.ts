import { type RefObject, useLayoutEffect } from 'react';

/**
 * Where the button that was pressed can't be pressed any longer (the last page, today), it would
 * take the focus with it: another one of the group gets it, else the group itself.
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

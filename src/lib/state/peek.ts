/** What is drawn ahead of a tap shows what is known, and asks nothing (scripts/change-screens.ts). */
import { atom } from 'nanostores';

let peeking = false;

/** Whether what is read now is drawn ahead, out of sight. */
export const isPeeking = (): boolean => peeking;

export function setPeeking(value: boolean): void {
  peeking = value;
}

/** Changes when something that was drawn ahead is now watched: from then on it requests its data. */
export const $watched = /* @__PURE__ */ atom({});

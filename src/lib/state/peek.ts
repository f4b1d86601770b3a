/** What is drawn ahead of a tap shows what is known, and asks nothing (scripts/change-screens.ts). */
import { atom } from 'nanostores';

let peeking = false;

/** Whether what is read now is drawn ahead, out of sight. */
export const isPeeking = (): boolean => peeking;

export function setPeeking(value: boolean): void {
  peeking = value;
}

/** Changes when what is still read, and was drawn ahead at first, is watched: it asks from then on. */
export const $watched = /* @__PURE__ */ atom({});

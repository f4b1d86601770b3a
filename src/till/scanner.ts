/**
 * Listens to a scanner that types, wherever the focus is, and distinguishes it from a person at the keys.
 * Also knows which codes are still held out: a camera, or a scanner on a stand, reads them again and again.
 */

import { readCode } from './decode.ts';

/** Where typing belongs to the field, unless it is a code of Stampcard. */
const FIELDS = ':read-write, select';

/** @returns how to stop it */
export function listenToScanner(onScan: (content: string, now: number) => void): () => void {
  let typing = NOTHING_TYPED;
  let isScanner = false;
  /** What was in the field that has the focus. */
  let before = '';
  const onKeyDown = (event: KeyboardEvent) => {
    // Held down on 'Read code', it would give what was read.
    if (event.repeat && event.key === 'Enter') event.preventDefault();
    if (event.isComposing) return;
    // AltGr, which writes letters, is both on some keyboards.
    const isShortcut = event.metaKey || event.ctrlKey !== event.altKey;
    // The time of the key press, even if the page was busy with something else.
    const now = event.timeStamp;
    const next = typed(typing, isShortcut ? 'Shift' : event.key, now);
    ({ typing, isScanner } = next);
    const field = event.target as HTMLInputElement;
    if (event.target instanceof Element && field.matches(FIELDS)) {
      // A second key at the end is not for a field either, where it would press the form's button.
      isScanner = typing.text === '' && isScanner;
      if (typing.text === event.key) before = field.value;
      if (next.content !== null) {
        isScanner = readCode(next.content) !== null;
        if (!isScanner) return;
        // As it was before the first letter. By the field's own setter, or React would not notice.
        Reflect.set(Object.getPrototypeOf(field), 'value', before, field);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }
    }
    // A button that has the focus is pressed by Space and by Enter.
    if (isScanner) event.preventDefault();
    if (next.content !== null) onScan(next.content, now);
  };
  const onKeyUp = (event: KeyboardEvent) => {
    if (isScanner && event.key === ' ') event.preventDefault();
  };
  addEventListener('keydown', onKeyDown, true);
  addEventListener('keyup', onKeyUp, true);
  return () => {
    removeEventListener('keydown', onKeyDown, true);
    removeEventListener('keyup', onKeyUp, true);
  };
}

/** Scanners leave up to 60 ms between two letters, by radio; people seldom less than this. */
const GAP_MS = 100;
/** No code is shorter, not even that of a parcel or a bottle. */
const SHORTEST = 6;

/** The letters of a burst, and when its last key came. */
export interface Typing {
  text: string;
  at: number;
  /** There was no pause since the end of a scan: a code can hide keys behind that. */
  isTail: boolean;
}

export const NOTHING_TYPED: Typing = { text: '', at: 0, isTail: false };

interface Typed {
  typing: Typing;
  /** What was scanned, once it has ended with Enter or, as some are set, with Tab. */
  content: string | null;
  /** The key is a scanner's, and presses no button. */
  isScanner: boolean;
}

/** @param now when the key was pressed, in milliseconds */
export function typed(before: Typing, key: string, now: number): Typed {
  const continues = now - before.at <= GAP_MS;
  const isBurst = continues && before.text !== '';
  const isTail = continues && before.isTail;
  const sofar = isBurst ? before.text : '';
  // Held down for a capital letter.
  if (key === 'Shift' || key === 'AltGraph' || key === 'CapsLock')
    return {
      typing: { ...before, at: isBurst || isTail ? now : before.at },
      content: null,
      isScanner: false,
    };
  if (key === 'Enter' || key === 'Tab') {
    const isComplete = sofar.length >= SHORTEST;
    // Some are set to end with two keys, and what has the focus by then would be pressed.
    const isScanner = isComplete || isTail;
    const typing = isScanner ? { text: '', at: now, isTail: true } : NOTHING_TYPED;
    return { typing, content: isComplete ? sofar : null, isScanner };
  }
  const text = [...key].length === 1 ? sofar + key : '';
  return {
    typing: { text, at: now, isTail },
    content: null,
    isScanner: isTail || (isBurst && text !== ''),
  };
}

/** Longer than a trembling hand keeps a code from being read. */
const GONE_MS = 2000;

/** Until when each of the codes that were taken counts as held out. */
export type HeldOut = ReadonlyMap<string, number>;

interface Sighting {
  now: number;
  take: (content: string) => boolean;
  goneMs?: number | undefined;
}

/**
 * What is held out once `content` was seen, and whether it is taken: once while it is held out, and
 * again when it comes back.
 *
 * @param now in milliseconds, of any clock that only goes forward
 * @param take false if nobody is there for this code yet
 * @param goneMs how long it must be out of sight to have come back
 */
export function seen(
  before: HeldOut,
  content: string,
  { now, take, goneMs = GONE_MS }: Sighting,
): HeldOut {
  const heldOut = new Map([...before].filter(([, until]) => now < until));
  if (heldOut.has(content) || take(content)) heldOut.set(content, now + goneMs);
  return heldOut;
}

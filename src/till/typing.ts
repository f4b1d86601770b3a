/** Tells a scanner that types, as those at a USB port do, from a person at the keys. */

/** Scanners leave up to 60 ms between two letters, by radio; people seldom less than this. */
const GAP_MS = 100;
/** No code is shorter, that of a parcel or a bottle neither. */
const SHORTEST = 6;

/** The letters of a burst, and when the last came. */
export interface Typing {
  text: string;
  at: number;
}

export const NOTHING_TYPED: Typing = { text: '', at: 0 };

interface Typed {
  typing: Typing;
  /** What was scanned, once Enter has ended it. */
  content: string | null;
  /** The key is a scanner's, and presses no button. */
  isScanner: boolean;
}

/** @param now when the key was pressed, in milliseconds */
export function typed(before: Typing, key: string, now: number): Typed {
  const isBurst = before.text !== '' && now - before.at <= GAP_MS;
  const sofar = isBurst ? before.text : '';
  // Held down for a capital letter.
  if (key === 'Shift' || key === 'AltGraph' || key === 'CapsLock')
    return {
      typing: { ...before, at: isBurst ? now : before.at },
      content: null,
      isScanner: false,
    };
  if (key === 'Enter') {
    const isScanner = sofar.length >= SHORTEST;
    return { typing: NOTHING_TYPED, content: isScanner ? sofar : null, isScanner };
  }
  if ([...key].length !== 1) return { typing: NOTHING_TYPED, content: null, isScanner: false };
  return { typing: { text: sofar + key, at: now }, content: null, isScanner: isBurst };
}

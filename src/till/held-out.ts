/** Which codes are held out still: a camera, or a scanner on a stand, reads them again and again. */

/** Longer than a hand that trembles keeps a code from being read. */
const GONE_MS = 2000;

/** When each of the codes that were taken was last seen. */
export type HeldOut = ReadonlyMap<string, number>;

/**
 * What is held out once `content` was seen, and whether it is taken: once as long as it is held out,
 * and again when it comes back.
 *
 * @param now in milliseconds, of any clock that only goes forward
 * @param take false where nobody is there for this code yet
 */
export function seen(
  before: HeldOut,
  content: string,
  { now, take }: { now: number; take: (content: string) => boolean },
): HeldOut {
  const heldOut = new Map([...before].filter(([, at]) => now - at < GONE_MS));
  if (heldOut.has(content) || take(content)) heldOut.set(content, now);
  return heldOut;
}

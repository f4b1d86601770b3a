/** A defence, how it is switched off, and the test that must fail then. */

export interface Change {
  file: string;
  /** Stands in the file exactly once. */
  from: string;
  to: string;
}

export interface Defence {
  /** What it holds, in a few words. */
  name: string;
  /** The file of the test that must notice. */
  test: string;
  /** Narrows the run: a part of the test's full name. */
  title?: string;
  /** Switched off together: more than one where each stands in for the other. */
  off: readonly Change[];
}

/** `const stamps = changeIn('…/stamps.sql')`, then `stamps(from, to)` for each change there. */
export const changeIn =
  (file: string) =>
  (from: string, to: string): Change => ({ file, from, to });

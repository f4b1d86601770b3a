/** A defence, how it is switched off, and the test that must fail then. */

/** In a file of the tree. */
export interface FileChange {
  file: string;
  /** The file with the defence off; throws where what is meant is not there. */
  off: (text: string) => string;
}

/** In the database: one statement, run after the migrations. */
export interface SqlChange {
  sql: string;
}

export type Change = FileChange | SqlChange;

export interface Defence {
  /** What it holds, in a few words. */
  name: string;
  /** The file of the test that must notice. */
  test: string;
  /** Only tests with this tag count, one of its own begins with `defence-`; the browser runs no others. */
  tag?: string;
  /** Switched off together: more than one where each stands in for the other. */
  off: readonly Change[];
}

import { expect } from 'vitest';
import type { Finding } from '../scripts/doctor/finding.ts';

/** What is to be mended: what it is, what was found, and where it is mended. */
export const toBeMended = (findings: readonly Finding[]): string[][] =>
  findings
    .filter(({ status }) => status === 'mend')
    .map(({ what, found, mend }) => [what, found, mend]);

/** One finding, of which each text has these words in it. */
export const only = (what: string, found: RegExp, mend: RegExp) => [
  [what, expect.stringMatching(found), expect.stringMatching(mend)],
];

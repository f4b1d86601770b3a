/** How often 10,000 open codes ask, by the app's own pace: what `npm run bench -- live` does not measure. */
import { SCAN_NOTICE_MS, SCAN_POLL_STEPS } from '../../src/lib/domain/limits.ts';
import { pollDelay } from '../../src/lib/state/codes/poll.ts';
import type { Table } from './section.ts';

const CODES = 10_000;
/** docs/operating.md#what-a-month-costs */
const SHOWN_MS = 20_000;
const MINUTE_MS = 60_000;
/** As many codes open as close. */
const SHOWN_A_SECOND = (CODES * 1000) / SHOWN_MS;

/** Between two questions of a code that nobody has touched for so long. */
const gap = (isPushed: boolean, idleMs = 0) => pollDelay(idleMs, 0, 0, isPushed);

/** A code asks when it opens, then after each gap until its stamp has landed, and at once when told of it. */
const questions = (isPushed: boolean) =>
  1 + Math.floor((SHOWN_MS + SCAN_NOTICE_MS) / gap(isPushed)) + (isPushed ? 1 : 0);

const a = (value: number) => Math.round(value).toLocaleString('en');

const row = (name: string, rate: (isPushed: boolean) => number) => [
  name,
  ...[true, false].map((isPushed) => a(rate(isPushed))),
];

export const openCodesTable: Table = {
  names: [`${a(CODES)} codes, questions a second`],
  figures: ['pushed', 'not pushed'],
  rows: [
    ...SCAN_POLL_STEPS.map(({ untilMs }) =>
      row(
        `until ${untilMs / MINUTE_MS} min`,
        (isPushed) => (CODES * 1000) / gap(isPushed, untilMs - 1),
      ),
    ),
    row(
      `shown ${SHOWN_MS / 1000} s each, with a stamp`,
      (isPushed) => questions(isPushed) * SHOWN_A_SECOND,
    ),
    // Each stamp is one message in and one out.
    row('messages an hour', (isPushed) => (isPushed ? SHOWN_A_SECOND * 2 * 3600 : 0)),
  ],
};

/** The figures that the commands of docs/benchmarks.md measured, taken from that page. */

export interface Measured {
  /** Of a row with its indexes, in bytes. */
  rows: Record<Row, number>;
  /** What a screen asks of the backend, on the demo's data. */
  screens: Record<Screen, { requests: number; bytes: number }>;
  /** A full page of rewards, in bytes; the demo has half of one. */
  pageOfRewards: number;
  /** What the service worker keeps, as it is sent. */
  site: { files: number; bytes: number };
}

const ROWS = {
  stamp: 'public.stamps',
  logLine: 'private.till_log',
  redemption: 'public.redemptions',
  answer: 'private.till_idempotency_keys',
  reward: 'public.rewards',
  store: 'public.stores',
  member: 'public.store_members',
} as const;
type Row = keyof typeof ROWS;

const SCREENS = ['/home', '/rewards', '/store/1', '/transactions'] as const;
export type Screen = (typeof SCREENS)[number];

/** The numbers in the last cell of the row that begins with these cells. */
function lastCell(page: string, ...cells: string[]): number[] {
  const start = `| ${cells.join(' | ')} |`;
  const line = page.split('\n').find((candidate) => candidate.startsWith(start));
  const numbers = line
    ?.split('|')
    .at(-2)
    ?.match(/[\d.,]*\d/g);
  if (!numbers) throw new Error(`docs/benchmarks.md has no figure in a row that begins: ${start}`);
  return numbers.map((number) => Number(number.replaceAll(',', '')));
}

function siteSent(page: string): Measured['site'] {
  const [, files, sent] = /keeps (\d+) files, .*? a host sends ([\d.]+) kB/.exec(page) ?? [];
  if (!files) throw new Error('docs/benchmarks.md does not say what the worker keeps.');
  return { files: Number(files), bytes: Number(sent) * 1000 };
}

function recordOf<Key extends string, Value>(keys: readonly Key[], read: (key: Key) => Value) {
  return Object.fromEntries(keys.map((key) => [key, read(key)])) as Record<Key, Value>;
}

/** @param page the text of docs/benchmarks.md */
export const measuredIn = (page: string): Measured => ({
  rows: recordOf(Object.keys(ROWS) as Row[], (row) => lastCell(page, ROWS[row])[0] ?? 0),
  screens: recordOf(SCREENS, (screen) => {
    const [requests = 0, kB = 0] = lastCell(page, `\`${screen}\``, 'nothing kept');
    return { requests, bytes: kB * 1000 };
  }),
  pageOfRewards: lastCell(page, 'rewards with an end, first page')[0] ?? 0,
  site: siteSent(page),
});

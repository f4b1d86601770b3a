/** What is kept about a person, in lines to be read (docs/product.md#your-data). */
import { appLongDateText, appTimestampText, parseInstant } from './day.ts';
import { displayText, firstText, type Row } from './row.ts';

/** In numbers, for the six lines of the profile. */
export interface AboutMe {
  since: string | null;
  /** The providers that lead to this account. */
  waysIn: string[];
  stampsHeld: number;
  cards: number;
  stampsSpent: number | null;
  redemptions: number | null;
  /** How often tills read a code of theirs; null where the backend can't tell. */
  scans: number | null;
  lastScanAt: string | null;
  /** The first of the stores that saw them, by name. */
  seenBy: string[];
  seenByCount: number;
  worksAt: string[];
}

/** Everything, as the backend wrote it. */
export interface MyData {
  /** When it was collected, in epoch milliseconds. */
  at: number;
  /** Whether the backend told all it keeps; else only what every backend lets its customers read. */
  isComplete: boolean;
  account: Row;
  cards: Row[];
  stamps: Row[];
  redemptions: Row[];
  scans: Row[];
}

interface Line {
  term: string;
  value: string;
}

export interface Section {
  title: string;
  lines: string[];
}

/** '1 stamp', '12 stamps'. */
const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

const dateText = (value: unknown, text: (instant: number) => string): string | null => {
  const instant = parseInstant(firstText(value));
  return instant === null ? null : text(instant);
};

const WAYS_IN: Record<string, string> = { google: 'Google', email: 'one-time code' };

const wayIn = (provider: string): string => WAYS_IN[provider] ?? provider;

/** 'A, B and 3 more'. */
function nameList(names: readonly string[], count: number): string {
  const shown = names.slice(0, 3);
  const rest = count - shown.length;
  if (rest > 0) return `${shown.join(', ')} and ${rest} more`;
  return shown.length < 2 ? shown.join() : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

function usedText({ stampsSpent, redemptions }: AboutMe): string | null {
  if (stampsSpent === null || redemptions === null) return null;
  if (redemptions === 0) return 'Nothing redeemed yet';
  return `${counted(stampsSpent, 'stamp')} for ${counted(redemptions, 'reward')}`;
}

function scansText({ scans, lastScanAt }: AboutMe): string | null {
  if (scans === null) return null;
  if (scans === 0) return 'Not scanned yet';
  const last = dateText(lastScanAt, appLongDateText);
  return `Scanned ${counted(scans, 'time')}${last === null ? '' : `, the last on ${last}`}`;
}

/** Six lines; fewer where the backend can't tell. */
export function aboutMeLines(about: AboutMe, email: string | null): Line[] {
  const since = dateText(about.since, appLongDateText);
  const held = `${counted(about.stampsHeld, 'stamp')} at ${counted(about.cards, 'store')}`;
  const lines = [
    { term: 'Account', value: [since && `Since ${since}`, email].filter(Boolean).join(', as ') },
    { term: 'Ways in', value: about.waysIn.map(wayIn).join(', ') },
    { term: 'Your cards', value: about.cards === 0 ? 'No stamps yet' : held },
    { term: 'Used', value: usedText(about) },
    { term: 'Your codes', value: scansText(about) },
    {
      term: 'Seen by',
      value: about.seenByCount === 0 ? 'No store yet' : nameList(about.seenBy, about.seenByCount),
    },
  ];
  return lines.filter((entry): entry is Line => !!entry.value);
}

/** What a person loses with their account, from what is known of them. */
export function consequences(about: AboutMe | undefined): string[] {
  const held = about?.stampsHeld ?? 0;
  return [
    held > 0
      ? `Your ${counted(held, 'stamp')} at ${counted(about?.cards ?? 0, 'store')} are gone. What they would have bought is not paid out.`
      : 'Your stamps, rewards and history are gone.',
    'You are signed out on all your devices, at once.',
    'The stores keep their own books: what their tills did, without your name.',
    ...(about?.worksAt.length
      ? [`You no longer work the till at ${nameList(about.worksAt, about.worksAt.length)}.`]
      : []),
    'It cannot be undone. If you come back, you begin with empty cards.',
  ];
}

const rowsOf = (value: unknown): Row[] => (Array.isArray(value) ? value : []);

/** The parts that there are, one after the other. */
const line = (...parts: (string | null | false | undefined)[]): string =>
  parts.filter(Boolean).join(' · ');

const when = (value: unknown): string | null => dateText(value, appTimestampText);

const storeOf = (row: Row): string | null =>
  displayText(row.store_name) ?? (row.store_id === undefined ? null : `Store ${row.store_id}`);

const stampText = (row: Row): string =>
  line(
    when(row.created_at),
    storeOf(row),
    counted(Number(row.stamp_count) || 0, 'stamp'),
    firstText(row.invoice_or_number) && `Invoice #: ${displayText(row.invoice_or_number)}`,
    firstText(row.redemption_id) && 'used',
  );

const redemptionText = (row: Row): string =>
  line(
    when(row.redeemed_at ?? row.created_at),
    displayText(row.store_name),
    displayText(row.reward_title),
    firstText(row.stamps_spent) && counted(Number(row.stamps_spent) || 0, 'stamp'),
    displayText(row.notes),
  );

function scanText(row: Row): string {
  const refusal = row.outcome === 'done' ? null : `refused: ${row.outcome}`.replaceAll('_', ' ');
  const stamps = firstText(row.stamp_count) && counted(Number(row.stamp_count) || 0, 'stamp');
  return line(
    when(row.happened_at),
    storeOf(row),
    row.call === 'redeem_reward' ? 'a reward’s code' : 'your stamp code',
    stamps,
    firstText(row.invoice) && `Invoice #: ${displayText(row.invoice)}`,
    refusal,
  );
}

function accountSections({ account }: MyData): Section[] {
  const person = (account.account ?? account) as Row;
  const facts: [string, string | null][] = [
    ['Email', displayText(person.email)],
    ['Name', displayText(person.full_name)],
    ['Account number', displayText(person.id)],
    ['Since', when(person.created_at)],
    ['Last sign-in', when(person.last_sign_in_at)],
  ];
  return [
    {
      title: 'Account',
      lines: facts.flatMap(([term, value]) => (value === null ? [] : `${term}: ${value}`)),
    },
    {
      title: 'Ways to sign in',
      lines: rowsOf(account.ways_in).map((row) =>
        line(wayIn(`${row.provider}`), displayText(row.email), when(row.last_sign_in_at)),
      ),
    },
    {
      title: 'Signed in on',
      lines: rowsOf(account.sessions).map((row) =>
        line(when(row.created_at), displayText(row.user_agent), displayText(row.ip)),
      ),
    },
    {
      title: 'Stores where you work',
      lines: rowsOf(account.works_at).map((row) => line(storeOf(row), when(row.since))),
    },
    {
      title: 'Cards from before you signed in',
      lines: rowsOf(account.guest_cards).map((row) =>
        line(when(row.moved_at), counted(Number(row.moved) || 0, 'stamp'), `${row.guest_id}`),
      ),
    },
    {
      title: 'Codes of rewards that you opened',
      lines: rowsOf(account.open_codes).map((row) =>
        line(when(row.opened_at), `reward ${row.reward_id}`, `${row.stamps_needed} stamps needed`),
      ),
    },
    {
      title: 'Answers kept for the tills, for seven days',
      lines: rowsOf(account.till_answers).map((row) => {
        const answer = (row.answer ?? {}) as Row;
        return line(when(row.created_at), storeOf(answer), displayText(answer.reward_title));
      }),
    },
    {
      title: 'Photos that you uploaded',
      lines: rowsOf(account.photos).map((row) =>
        line(when(row.uploaded_at), displayText(row.name)),
      ),
    },
  ];
}

/** Everything, newest first, to be read and printed. Sections without a line are left out. */
export function dataSections(data: MyData): Section[] {
  const newestFirst = (rows: readonly Row[], text: (row: Row) => string) =>
    rows.map(text).reverse();
  return [
    ...accountSections(data),
    {
      title: 'Your cards',
      lines: data.cards.map((row) =>
        line(storeOf(row), `${row.stamp_count} of ${row.goal} stamps`),
      ),
    },
    { title: 'Stamps', lines: newestFirst(data.stamps, stampText) },
    { title: 'Redemptions', lines: newestFirst(data.redemptions, redemptionText) },
    { title: 'Scans of your codes', lines: newestFirst(data.scans, scanText) },
  ].filter(({ lines }) => lines.length > 0);
}

/** The same as a file for programs. */
export const dataFile = ({ at, isComplete, ...parts }: MyData): string =>
  JSON.stringify(
    { source: 'Stampcard', made_at: new Date(at).toISOString(), complete: isComplete, ...parts },
    null,
    2,
  );

/** What is kept about a person, in lines to be read (docs/product.md#your-data). */
import * as text from '#text/my-data.ts';
import { stamps } from '#text/plural.ts';
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

const dateText = (value: unknown, said: (instant: number) => string): string | null => {
  const instant = parseInstant(firstText(value));
  return instant === null ? null : said(instant);
};

const WAYS_IN: Record<string, string> = { google: 'Google', email: text.oneTimeCode };

const wayIn = (provider: string): string => WAYS_IN[provider] ?? provider;

/** 'A, B and 3 more'. */
function nameList(names: readonly string[], count: number): string {
  const shown = names.slice(0, 3);
  return text.nameList(shown, count - shown.length);
}

function usedText({ stampsSpent, redemptions }: AboutMe): string | null {
  if (stampsSpent === null || redemptions === null) return null;
  if (redemptions === 0) return text.nothingRedeemed;
  return text.stampsForRewards(stampsSpent, redemptions);
}

function scansText({ scans, lastScanAt }: AboutMe): string | null {
  if (scans === null) return null;
  if (scans === 0) return text.notScanned;
  return text.scanned(scans, dateText(lastScanAt, appLongDateText));
}

/** Six lines; fewer where the backend can't tell. */
export function aboutMeLines(about: AboutMe, email: string | null): Line[] {
  const since = dateText(about.since, appLongDateText);
  const held = text.stampsAtStores(about.stampsHeld, about.cards);
  const isThere = (part: string | null): part is string => !!part;
  const lines = [
    {
      term: text.account,
      value: text.sinceAs([since && text.since(since), email].filter(isThere)),
    },
    { term: text.waysIn, value: about.waysIn.map(wayIn).join(', ') },
    { term: text.cards, value: about.cards === 0 ? text.noStamps : held },
    { term: text.used, value: usedText(about) },
    { term: text.codes, value: scansText(about) },
    {
      term: text.seenBy,
      value: about.seenByCount === 0 ? text.noStore : nameList(about.seenBy, about.seenByCount),
    },
  ];
  return lines.filter((entry): entry is Line => !!entry.value);
}

/** What a person loses with their account, from what is known of them. */
export function consequences(about: AboutMe | undefined): string[] {
  const held = about?.stampsHeld ?? 0;
  return [
    held > 0 ? text.losesStamps(held, about?.cards ?? 0) : text.losesAll,
    text.losesSessions,
    text.storesKeep,
    ...(about?.worksAt.length
      ? [text.losesWork(nameList(about.worksAt, about.worksAt.length))]
      : []),
    text.losesForGood,
  ];
}

const rowsOf = (value: unknown): Row[] => (Array.isArray(value) ? value : []);

/** The parts that there are, one after the other. */
const line = (...parts: (string | null | false | undefined)[]): string =>
  parts.filter(Boolean).join(' · ');

const when = (value: unknown): string | null => dateText(value, appTimestampText);

const storeOf = (row: Row): string | null =>
  displayText(row.store_name) ??
  (row.store_id === undefined ? null : text.storeNumber(row.store_id));

const invoiceOf = (value: unknown): string | null => {
  const number = firstText(value) && displayText(value);
  return number === null ? null : text.invoice(number);
};

const stampText = (row: Row): string =>
  line(
    when(row.created_at),
    storeOf(row),
    stamps(Number(row.stamp_count) || 0),
    invoiceOf(row.invoice_or_number),
    firstText(row.redemption_id) && text.isUsed,
  );

const redemptionText = (row: Row): string =>
  line(
    when(row.redeemed_at ?? row.created_at),
    displayText(row.store_name),
    displayText(row.reward_title),
    firstText(row.stamps_spent) && stamps(Number(row.stamps_spent) || 0),
    displayText(row.notes),
  );

function scanText(row: Row): string {
  const refusal =
    row.outcome === 'done' ? null : text.refused(`${row.outcome}`.replaceAll('_', ' '));
  const given = firstText(row.stamp_count) && stamps(Number(row.stamp_count) || 0);
  return line(
    when(row.happened_at),
    storeOf(row),
    row.call === 'undo_stamp'
      ? text.takenBack
      : row.call === 'redeem_reward'
        ? text.rewardCode
        : text.stampCode,
    given,
    invoiceOf(row.invoice),
    refusal,
  );
}

function accountSections({ account }: MyData): Section[] {
  const person = (account.account ?? account) as Row;
  const facts: [string, string | null][] = [
    [text.facts.email, displayText(person.email)],
    [text.facts.name, displayText(person.full_name)],
    [text.facts.number, displayText(person.id)],
    [text.facts.since, when(person.created_at)],
    [text.facts.lastSignIn, when(person.last_sign_in_at)],
  ];
  return [
    {
      title: text.sections.account,
      lines: facts.flatMap(([term, value]) => (value === null ? [] : text.fact(term, value))),
    },
    {
      title: text.sections.waysIn,
      lines: rowsOf(account.ways_in).map((row) =>
        line(wayIn(`${row.provider}`), displayText(row.email), when(row.last_sign_in_at)),
      ),
    },
    {
      title: text.sections.sessions,
      lines: rowsOf(account.sessions).map((row) =>
        line(when(row.created_at), displayText(row.user_agent), displayText(row.ip)),
      ),
    },
    {
      title: text.sections.worksAt,
      lines: rowsOf(account.works_at).map((row) => line(storeOf(row), when(row.since))),
    },
    {
      title: text.sections.guestCards,
      lines: rowsOf(account.guest_cards).map((row) =>
        line(when(row.moved_at), stamps(Number(row.moved) || 0), `${row.guest_id}`),
      ),
    },
    {
      title: text.sections.openCodes,
      lines: rowsOf(account.open_codes).map((row) =>
        line(
          when(row.opened_at),
          text.rewardNumber(row.reward_id),
          text.stampsNeeded(row.stamps_needed),
        ),
      ),
    },
    {
      title: text.sections.tillAnswers,
      lines: rowsOf(account.till_answers).map((row) => {
        const answer = (row.answer ?? {}) as Row;
        return line(when(row.created_at), storeOf(answer), displayText(answer.reward_title));
      }),
    },
    {
      title: text.sections.photos,
      lines: rowsOf(account.photos).map((row) =>
        line(when(row.uploaded_at), displayText(row.name)),
      ),
    },
  ];
}

/** Everything, newest first, to be read and printed. Sections without a line are left out. */
export function dataSections(data: MyData): Section[] {
  const at = (row: Row) => parseInstant(firstText(row.created_at, row.happened_at)) ?? 0;
  // By id they are in no order where ids are random.
  const newestFirst = (rows: readonly Row[], lineOf: (row: Row) => string) =>
    rows
      .toReversed()
      .toSorted((a, b) => at(b) - at(a))
      .map(lineOf);
  return [
    ...accountSections(data),
    {
      title: text.sections.cards,
      lines: data.cards.map((row) =>
        line(storeOf(row), text.stampsOfGoal(row.stamp_count, row.goal)),
      ),
    },
    { title: text.sections.stamps, lines: newestFirst(data.stamps, stampText) },
    { title: text.sections.redemptions, lines: newestFirst(data.redemptions, redemptionText) },
    { title: text.sections.scans, lines: newestFirst(data.scans, scanText) },
  ].filter(({ lines }) => lines.length > 0);
}

/** The same as a file for programs. */
export const dataFile = ({ at, isComplete, ...parts }: MyData): string =>
  JSON.stringify(
    { source: 'Stampcard', made_at: new Date(at).toISOString(), complete: isComplete, ...parts },
    null,
    2,
  );

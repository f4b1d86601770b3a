/** What is kept about a person, in lines to be read (docs/product.md#your-data). */
import * as text from '#text/my-data.ts';
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
  /** How often tills read a code of theirs; null if the backend can't tell. */
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
  /** Whether the backend returned all it keeps; otherwise only what every backend lets its customers read. */
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

/** Six lines; fewer if the backend can't tell. */
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

/** What a person loses with their account, by what is known about them. */
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

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What the file calls 'store_name' is read as 'Store name'. */
const titleOf = (key: string): string =>
  `${key.charAt(0).toUpperCase()}${key.slice(1).replaceAll('_', ' ')}`;

const IS_TIME = /^\d{4}-\d\d-\d\dT/;

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).filter(Boolean).join(', ');
  if (isRow(value)) return line(value);
  const isTime = typeof value === 'string' && IS_TIME.test(value);
  const time = isTime ? dateText(value, appTimestampText) : null;
  return time ?? displayText(typeof value === 'boolean' ? `${value}` : value) ?? '';
}

const facts = (row: Row): string[] =>
  Object.entries(row).flatMap(([key, value]) => {
    const said = valueText(value);
    return said === '' ? [] : text.fact(titleOf(key), said);
  });

const line = (row: Row): string => facts(row).join(' · ');

/** Sorting by id gives no order if ids are random. */
function newestFirst(rows: readonly Row[]): Row[] {
  const at = (row: Row) => parseInstant(firstText(row.created_at, row.happened_at)) ?? 0;
  return rows.toReversed().toSorted((a, b) => at(b) - at(a));
}

/** The file, to be read and printed: a section for each part, whatever a backend keeps. */
export function dataSections({ account, cards, stamps, redemptions, scans }: MyData): Section[] {
  const aboutPerson = isRow(account.account) ? account : { account };
  return Object.entries({ ...aboutPerson, cards, stamps, redemptions, scans })
    .map(([key, part]) => ({
      title: titleOf(key),
      lines: Array.isArray(part)
        ? newestFirst(part.filter(isRow)).map(line)
        : isRow(part)
          ? facts(part)
          : [],
    }))
    .filter(({ lines }) => lines.length > 0);
}

/** The same as a file for programs. */
export const dataFile = ({ at, isComplete, ...parts }: MyData): string =>
  JSON.stringify(
    { source: 'Stampcard', made_at: new Date(at).toISOString(), complete: isComplete, ...parts },
    null,
    2,
  );

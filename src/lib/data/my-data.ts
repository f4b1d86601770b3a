/**
 * What is kept about the person, and how it is deleted (docs/product.md#your-data). Each call carries that
 * person's token or none: someone who signs in meanwhile, in another tab, learns nothing and deletes nothing.
 */

import { myDataTexts } from '#text/my-data.ts';
import type { Id, Person } from '../domain/entities.ts';
import { EXPORT_ROWS } from '../domain/limits.ts';
import type { AboutMe, MyData } from '../domain/my-data.ts';
import { firstText, type Row } from '../domain/row.ts';
import { stampCount } from '../domain/stamp-goal.ts';
import { isMissing, markMissing, requestFunctionRows } from './capabilities.ts';
import { backendAs } from './client.ts';
import { DataError } from './data-error.ts';
import { myCards } from './my-cards.ts';
import { isMissingFunction, requestAsPerson, requestRows, type TableReply } from './request.ts';
import { storedSession } from './stored-session.ts';
import type { Backend } from './tables.ts';

/** @throws DataError if this device's session is not, or no longer, that person's */
function tokenOf(userId: Id): string {
  const session = storedSession();
  if (session?.person.id !== userId) throw new DataError(myDataTexts.otherPerson, 409);
  return session.accessToken;
}

export function backendOf(userId: Id): Backend {
  // The client would replace what is thrown while it gets the token with its own words.
  tokenOf(userId);
  return backendAs(() => tokenOf(userId));
}

const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : []).flatMap((item) => firstText(item) ?? []);

const readAbout = (row: Row): AboutMe => ({
  since: firstText(row.account_since),
  waysIn: texts(row.sign_in_ways),
  stampsHeld: stampCount(row.stamps_held),
  cards: stampCount(row.cards),
  stampsSpent: stampCount(row.stamps_spent),
  redemptions: stampCount(row.redemptions),
  scans: stampCount(row.scans),
  lastScanAt: firstText(row.last_scan_at),
  seenBy: texts(row.seen_by),
  seenByCount: stampCount(row.seen_by_count),
  worksAt: texts(row.works_at),
});

/** What the cards alone reveal, if the backend has no function. */
async function aboutFromCards({ id, provider }: Person, canceled?: AbortSignal): Promise<AboutMe> {
  const cards = await myCards(id, canceled);
  return {
    since: null,
    waysIn: provider === null ? [] : [provider],
    stampsHeld: cards.reduce((sum, { total }) => sum + total, 0),
    cards: cards.length,
    stampsSpent: null,
    redemptions: null,
    scans: null,
    lastScanAt: null,
    seenBy: cards.map(({ storeName }) => storeName),
    seenByCount: cards.length,
    worksAt: [],
  };
}

/** What is known about the person, in numbers. */
export async function aboutMe(person: Person, canceled?: AbortSignal): Promise<AboutMe> {
  const rows = await requestFunctionRows(
    'known_about_me',
    myDataTexts.load,
    (signal) => backendOf(person.id).rpc('known_about_me', {}, { get: true }).abortSignal(signal),
    canceled,
  );
  const [row] = (rows ?? []) as Row[];
  return row ? readAbout(row) : aboutFromCards(person, canceled);
}

/** Called after each part with how many entries there are by now. */
type OnProgress = (entries: number) => void;

/**
 * Reads page after page, each after the last id of the one before, until nothing comes: a host may
 * send fewer rows at once than were asked for.
 */
async function readAll(
  readPage: (after: string | null, signal: AbortSignal) => PromiseLike<TableReply>,
  onRows: (rows: Row[]) => void,
  canceled: AbortSignal,
): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const { rows } = await requestRows(
      myDataTexts.collect,
      (signal) => readPage(after, signal),
      canceled,
    );
    const last = firstText((rows.at(-1) as Row | undefined)?.id);
    if (last === null || last === after) return;
    onRows(rows as Row[]);
    after = last;
  }
}

class PartMissing extends Error {}

/** Everything that the backend keeps, by its own function. */
async function readByFunction(
  userId: Id,
  add: (part: string, rows: Row[]) => void,
  canceled: AbortSignal,
): Promise<void> {
  for (const part of ['account', 'stamps', 'redemptions', 'scans']) {
    await readAll(
      async (after, signal) => {
        const reply = await backendOf(userId)
          .rpc('my_data', { part, after: after ?? '0', page_size: EXPORT_ROWS }, { get: true })
          .abortSignal(signal);
        if (isMissingFunction(reply.error)) throw new PartMissing();
        return reply;
      },
      (rows) =>
        add(
          part,
          rows.map(({ entry }) => entry as Row),
        ),
      canceled,
    );
  }
}

/** What row security lets every customer read. */
async function readTables(
  userId: Id,
  add: (part: string, rows: Row[]) => void,
  canceled: AbortSignal,
): Promise<void> {
  for (const table of ['stamps', 'redemptions'] as const) {
    await readAll(
      (after, signal) => {
        const query = backendOf(userId)
          .from(table)
          .select('*')
          .eq('user_id', userId)
          .order('id', { ascending: true })
          .limit(EXPORT_ROWS);
        return (after === null ? query : query.gt('id', after)).abortSignal(signal);
      },
      (rows) => add(table, rows),
      canceled,
    );
  }
}

/** Everything that is kept about the person, however much it is. */
export async function collectMyData(
  person: Person,
  now: number,
  onProgress: OnProgress,
  canceled: AbortSignal,
): Promise<MyData> {
  const parts: Record<string, Row[]> = {};
  let entries = 0;
  const add = (part: string, rows: Row[]) => {
    parts[part] = [...(parts[part] ?? []), ...rows];
    entries += rows.length;
    onProgress(entries);
  };
  let isComplete = true;
  try {
    await readByFunction(person.id, add, canceled);
  } catch (thrown) {
    if (!(thrown instanceof PartMissing)) throw thrown;
    isComplete = false;
    await readTables(person.id, add, canceled);
  }
  const cards = await myCards(person.id, canceled);
  // Last: the rest was requested with this person’s token, the cards with that of the person signed in now.
  tokenOf(person.id);
  return {
    at: now,
    isComplete,
    account: parts.account?.[0] ?? {
      id: person.id,
      email: person.email,
      full_name: person.fullName,
    },
    cards: cards.map(({ storeId, storeName, total, goal }) => ({
      store_id: storeId,
      store_name: storeName,
      stamp_count: total,
      goal,
    })),
    stamps: parts.stamps ?? [],
    redemptions: parts.redemptions ?? [],
    scans: parts.scans ?? [],
  };
}

/** Whether an account can be deleted here, as far as known: a backend that counts nothing deletes nothing. */
export const canDeleteAccount = (): boolean =>
  !isMissing('known_about_me') && !isMissing('delete_account');

/**
 * Deletes the person's account. Calling it twice does no harm: if the account is gone there is nothing to
 * delete.
 *
 * @throws DataError with the sentence to show
 */
export async function deleteAccount(userId: Id): Promise<void> {
  const { status } = await requestAsPerson(myDataTexts.remove, async (signal) => {
    const reply = await backendOf(userId).rpc('delete_account', {}).abortSignal(signal);
    if (!isMissingFunction(reply.error)) return reply;
    markMissing('delete_account');
    throw new DataError(myDataTexts.removedByOperator, 404);
  });
  // Something in between answered that all is well; the backend answers with nothing.
  if (status !== 204) throw new DataError(myDataTexts.remove);
}

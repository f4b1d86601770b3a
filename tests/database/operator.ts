/** What the operator does with the secret key, for the tests of the database. */

import { onTestFinished } from 'vitest';
import { ana } from '../../local-backend/people.ts';
import type { Database } from '../../src/lib/data/database.types.ts';
import { appDayKey, DAY_MS } from '../../src/lib/domain/day.ts';
import { operator, sql } from './as.ts';

type Arguments = Database['public']['Functions']['create_store']['Args'];
export type StoreRequest = { [Name in keyof Arguments]?: Arguments[Name] | null };

/** The instant so many days from now; a negative number is in the past. */
export const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

/** The day in so many days, as the operator writes it; noon is the same day in UTC and UTC+8. */
export const dayIn = (days: number): string => inDays(days).slice(0, 10);

/** Until the test is over, the database is in this zone. */
export async function inTimeZone(zone: string): Promise<void> {
  await sql("select set_config('timezone', $1, false)", [zone]);
  // Not `reset`: that leads to the zone of the machine on which the empty database was made.
  onTestFinished(async () => void (await sql("set timezone to 'UTC'")));
}

/** Until the test is over, the database is in a zone whose clocks go forward today: its day has 23 hours. */
export async function changeClocksToday(): Promise<void> {
  const today = appDayKey(Date.now());
  const day = (Date.parse(today) - Date.parse(`${today.slice(0, 4)}-01-01`)) / DAY_MS;
  await inTimeZone(`AAA0BBB,${day}/4,${(day + 100) % 365}/4`);
}

export const MERIENDA = { reward_title: 'Free merienda', stamps_needed: 8, last_day: dayIn(30) };

/** Calls create_store for Turo-Turo, with Ana as its member, unless the request says otherwise. */
export const createStore = (request: StoreRequest) =>
  operator.rpc('create_store', {
    name: 'Turo-Turo',
    member: ana.email,
    ...request,
  } as Arguments);

/** The answer of a call that must have worked. */
export async function created(request: StoreRequest) {
  const { data } = await createStore(request).throwOnError();
  return data as { store_id: number; store_name: string; created: boolean; reward_id: number };
}

export async function membersOf(storeId: number): Promise<string[]> {
  const { data } = await operator
    .from('store_members')
    .select('user_id')
    .eq('store_id', storeId)
    .order('user_id')
    .throwOnError();
  return data.map(({ user_id }) => user_id);
}

/** Every row that the operator writes. */
export async function everyStore(): Promise<string> {
  const tables = (['stores', 'store_members', 'rewards'] as const).map(async (table) => {
    const { data } = await operator.from(table).select().order('created_at').throwOnError();
    return data;
  });
  return JSON.stringify(await Promise.all(tables));
}

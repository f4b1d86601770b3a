import { expect } from 'vitest';
import { type DemoPerson, members, tess } from '../../local-backend/people.ts';
import { customerQrText } from '../../src/lib/domain/customer-qr.ts';
import {
  packRedemption,
  type RedemptionPayload,
  unpackRedemption,
} from '../../src/lib/domain/redemption-qr.ts';
import { as, operator, sql } from './as.ts';

/** Ids of the demo's seed. */
export const KAPE_TAYO = 1;
export const MGA_HALO = 2;
export const SUSPENDED_STORE = 13;
/** At Kape Tayo, for 10. */
export const BARAKO = 1;
/** At Kape Tayo, for 24. */
export const BEANS = 3;
/** At Mga Halo, for 8. */
export const HALO_HALO = 4;

/** Works at the suspended store. */
export const suspendedMember = members.find(
  ({ memberOf }) => memberOf === SUSPENDED_STORE,
) as DemoPerson;

export const changeStore = (values: object, id = KAPE_TAYO) =>
  operator.from('stores').update(values).eq('id', id).throwOnError();

export const changeReward = (values: object, id = BARAKO) =>
  operator.from('rewards').update(values).eq('id', id).throwOnError();

export const hire = ({ id }: DemoPerson, store_id = KAPE_TAYO) =>
  operator.from('store_members').insert({ user_id: id, store_id }).throwOnError();

export const dismiss = ({ id }: DemoPerson, store_id = KAPE_TAYO) =>
  operator.from('store_members').delete().match({ user_id: id, store_id }).throwOnError();

/** Deletes an account as an operator does. */
export const removeAccount = ({ id }: DemoPerson) =>
  sql('delete from auth.users where id = $1', [id]);

type Answer = Record<string, string | number | null>;

export interface Refusal {
  status: number;
  reason: string | null;
  sentence: string;
}

/** The stamp code that the customer's screen shows, as the till reads it. */
export function customerCode(customer: DemoPerson, now = Date.now()): Record<string, string> {
  const { id, email, name } = customer;
  const person = { id, email, provider: 'google', fullName: name, displayName: null };
  return JSON.parse(customerQrText(person, now));
}

/** The customer's unredeemed stamps at a store, oldest first, as the customer reads them. */
export async function heldStamps(customer: DemoPerson, store = KAPE_TAYO) {
  const client = await as(customer);
  const { data } = await client
    .from('stamps')
    .select('id, stamp_count')
    .match({ user_id: customer.id, store_id: store })
    .order('created_at')
    .order('id')
    .throwOnError();
  return data;
}

export async function total(customer: DemoPerson, store = KAPE_TAYO): Promise<number> {
  return (await heldStamps(customer, store)).reduce((sum, { stamp_count }) => sum + stamp_count, 0);
}

/** What the customer's app says when it opens a code; the price is the one it read. */
export async function openRedemption(
  customer: DemoPerson,
  { reward_id, stamp_ids }: Pick<RedemptionPayload, 'reward_id' | 'stamp_ids'>,
  opening: { id?: string; price?: number | null } = {},
) {
  const client = await as(customer);
  const reward = await client.from('rewards').select('stamps_needed').eq('id', Number(reward_id));
  return client.rpc('open_redemption', {
    opening_id: opening.id ?? crypto.randomUUID(),
    reward_id: Number(reward_id),
    stamp_ids: stamp_ids.map(Number),
    stamps_needed: opening.price ?? reward.data?.[0]?.stamps_needed ?? 10,
  });
}

/** The redemption code as the customer's app opens and packs it and the till unpacks it, with all unspent stamps. */
export async function redemptionCode(
  customer: DemoPerson,
  changed: Partial<RedemptionPayload> = {},
): Promise<RedemptionPayload> {
  const payload = await closedCode(customer, changed);
  // This is refused for a code that no app would show, and the till then refuses the code, too.
  await openRedemption(customer, payload);
  return payload;
}

/** A redemption code that the customer's app never opened. */
export async function closedCode(
  customer: DemoPerson,
  changed: Partial<RedemptionPayload> = {},
): Promise<RedemptionPayload> {
  const store = Number(changed.store_id ?? KAPE_TAYO);
  const stamps = await heldStamps(customer, store);
  const payload = unpackRedemption(
    packRedemption({
      user_id: customer.id,
      stamp_ids: stamps.map(({ id }) => String(id)),
      reward_id: String(BARAKO),
      store_id: String(store),
      reward_name: 'Free kapeng barako',
      reward_photo: null,
      store_name: 'Kape Tayo',
      displayName: customer.name,
      ...changed,
    }),
  );
  if (!payload) {
    throw new Error('The code cannot be read back.');
  }
  return payload;
}

export interface Giving {
  store?: number | null;
  count?: number | null;
  invoice?: string;
  requestId?: string;
}

/** give_stamp as the till calls it, with any payload. */
export async function give(member: DemoPerson, payload: unknown, giving: Giving = {}) {
  const { store = KAPE_TAYO, count = 1, invoice = '', requestId = crypto.randomUUID() } = giving;
  return call(member, 'give_stamp', {
    payload,
    store_id: store,
    stamp_count: count,
    invoice,
    request_id: requestId,
  });
}

/** redeem_reward as the till calls it, with any payload. */
export async function redeem(
  member: DemoPerson,
  payload: unknown,
  { notes = '', requestId = crypto.randomUUID() }: { notes?: string; requestId?: string } = {},
) {
  return call(member, 'redeem_reward', { payload, notes, request_id: requestId });
}

/** undo_stamp as the till calls it. */
export async function undo(
  member: DemoPerson,
  stamp_id: unknown,
  { store = KAPE_TAYO, requestId = crypto.randomUUID() }: Pick<Giving, 'store' | 'requestId'> = {},
) {
  return call(member, 'undo_stamp', { store_id: store, stamp_id, request_id: requestId });
}

async function call(
  member: DemoPerson,
  name: 'give_stamp' | 'redeem_reward' | 'undo_stamp',
  body: object,
): Promise<{ answer: Answer } | { refusal: Refusal }> {
  const { data, error, status } = await (await as(member)).rpc(name, body as never);
  return error
    ? { refusal: { status, reason: error.details, sentence: error.message } }
    : { answer: data as Answer };
}

/** The answer of a call that must have worked. */
export function answered(result: { answer: Answer } | { refusal: Refusal }): Answer {
  expect(result).toHaveProperty('answer');
  return 'answer' in result ? result.answer : {};
}

/** The reason of a call that must have been refused, with a sentence for the store's staff. */
export function refused(result: { answer: Answer } | { refusal: Refusal }): string | null {
  expect(result).toHaveProperty('refusal');
  if (!('refusal' in result)) {
    return null;
  }
  expect(result.refusal.status).toBeGreaterThanOrEqual(400);
  expect(result.refusal.status).toBeLessThan(500);
  expect(result.refusal.sentence).toMatch(/^[A-Z].*[.!]$/);
  return result.refusal.reason;
}

/** Stamps that Tess gives. */
export const giveTo = async (customer: DemoPerson, giving: Giving = {}) =>
  answered(await give(tess, customerCode(customer), giving));

/** Why Tess may give no stamps. */
export const refusedTo = async (customer: DemoPerson, giving: Giving = {}) =>
  refused(await give(tess, customerCode(customer), giving));

/** A reward for all that the customer holds, which Tess redeems. */
export const redeemFor = async (customer: DemoPerson, notes = '') =>
  answered(await redeem(tess, await redemptionCode(customer), { notes }));

/** The log of a store as its member reads it. */
export async function logOf(member: DemoPerson, store_id = KAPE_TAYO, page: object = {}) {
  const { data } = await (await as(member)).rpc('till_log', { store_id, ...page }).throwOnError();
  return data;
}

/** The number of rows in a table, past row security. */
export async function countOf(table: 'stamps' | 'redemptions'): Promise<number> {
  const { count } = await operator.from(table).select('*', { count: 'exact', head: true });
  return count ?? -1;
}

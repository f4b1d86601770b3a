import { expect } from 'vitest';
import { type Backend, createBackend } from '../local-backend/create.ts';
import { LOCAL_ANON_KEY } from '../local-backend/keys.ts';
import type { BackendOptions } from '../local-backend/options.ts';
import { customerQrText } from '../src/lib/domain/customer-qr.ts';
import { appDayEnd, appDayKey, appDayStart } from '../src/lib/domain/day.ts';
import { forgedToken } from './database/forged-token.ts';
import { TOKEN_SECRET } from './keys.ts';
import { ana, ben, cy, type DemoPerson, tess } from './people.ts';

/** The last migration of the release before this one. */
export const PREVIOUS = '20251122001500';

const SUMS = `
  select
    (select jsonb_object_agg(card, held) from (
      select user_id || ' at ' || store_id as card, sum(stamp_count) as held from public.stamps
        where redemption_id is null group by 1) as cards) as held,
    (select sum(stamp_count) from public.stamps)::int as given,
    (select count(*) from public.stamps)::int as records,
    (select sum(stamps_spent) from public.redemptions)::int as spent,
    (select count(*) from public.rewards)::int as rewards,
    (select count(*) from public.events)::int as events,
    (select jsonb_agg(l order by id) from private.till_log l) as log`;

/** A client of the previous release: a till of Kape Tayo's, or the page of a customer. */
function clientOf(backend: Backend, { id }: DemoPerson) {
  const send = async (path: string, init: RequestInit = {}) => {
    const response = await backend.fetch(new Request(`http://localhost:4331${path}`, init));
    const text = (await response?.text()) || 'null';
    return { status: response?.status, json: JSON.parse(text) };
  };
  const claims = { sub: id, aud: 'authenticated', role: 'authenticated', exp: 4e9 };
  const headers = {
    apikey: LOCAL_ANON_KEY,
    authorization: `Bearer ${forgedToken(claims, TOKEN_SECRET)}`,
    'content-type': 'application/json',
  };
  return {
    read: (path: string) => send(`/rest/v1/${path}`, { headers }),
    call: (name: string, body: object) =>
      send(`/rest/v1/rpc/${name}`, { method: 'POST', headers, body: JSON.stringify(body) }),
  };
}

type Client = ReturnType<typeof clientOf>;

/** Calls of a till whose answers may have been lost: the ids of their intents. */
const GIVEN = '5f6bca52-6f5c-4d55-9bb5-2f4a0d2cb0f1';
const LONG_AGO = '5f6bca52-6f5c-4d55-9bb5-2f4a0d2cb0f2';
const REDEEMED = '5f6bca52-6f5c-4d55-9bb5-2f4a0d2cb0f3';

function give(client: Client, requestId: string, { id, email, name }: DemoPerson, invoice: string) {
  const person = { id, email, provider: 'google', fullName: name, displayName: null };
  return client.call('give_stamp', {
    payload: JSON.parse(customerQrText(person, Date.now())),
    store_id: 1,
    stamp_count: 2,
    invoice,
    request_id: requestId,
  });
}

/** Rewards that Ben has just enough for. */
const BARAKO = 1;
const HALO_HALO = 4;

const redeem = (client: Client, stampIds: readonly string[]) =>
  client.call('redeem_reward', {
    payload: { user_id: ben.id, stamp_ids: stampIds, reward_id: String(BARAKO), store_id: '1' },
    notes: 'as before',
    request_id: REDEEMED,
  });

/** What the page of a customer does to open the code of a reward that is ready. */
async function openCode(page: Client, rewardId: number) {
  const ready: { id: number; store_id: number; stamps_needed: number }[] = (
    await page.read('rpc/ready_rewards')
  ).json;
  const reward = ready.find(({ id }) => id === rewardId);
  const stamps = await page.read(
    `stamps?select=*&user_id=eq.${ben.id}&store_id=eq.${reward?.store_id}&order=created_at.asc,id.asc&limit=10`,
  );
  const stampIds = stamps.json.map(({ id }: { id: number }) => String(id));
  const opening = {
    opening_id: crypto.randomUUID(),
    reward_id: String(reward?.id),
    stamp_ids: stampIds,
    stamps_needed: reward?.stamps_needed,
  };
  const answer = await page.call('open_redemption', opening);
  expect(answer).toMatchObject({ status: 200, json: { opening_id: opening.opening_id } });
  return { openingId: opening.opening_id, stampIds };
}

/** What a screen of the previous release asks for. */
function reads(): string[] {
  const today = appDayKey(Date.now());
  const [start, end] = [appDayStart(today), appDayEnd(today)].map((at) =>
    new Date(at).toISOString(),
  );
  const active = `and(or(date_start.is.null,date_start.lte.${end}),or(date_end.is.null,date_end.gte.${start}))`;
  return [
    `rewards?select=*,stores(id,suspended)&or=(${active})&order=date_start.asc`,
    `events?select=*&date=gte.${start}&order=date.asc`,
    'stores?select=id,name,address,logo_url&name=ilike.%25kape%25&suspended=not.is.true&order=name.asc&limit=10',
    `stamps?select=*&user_id=eq.${ben.id}&order=created_at.desc,id.desc&limit=10`,
    `redemptions?select=*&user_id=eq.${ben.id}&order=created_at.desc,id.desc&limit=5`,
    'rpc/search_stores?term=kape',
    'rpc/ready_rewards',
    'rpc/stamps_held?store_ids={1,2}',
  ];
}

/** A page that was open while the schema changed: it reads what it read, and opens and closes a code. */
async function expectPageGoesOn(page: Client, read: readonly unknown[]): Promise<void> {
  expect(await Promise.all(reads().map(page.read))).toEqual(read);
  const { openingId } = await openCode(page, HALO_HALO);
  expect((await page.call('close_redemption', { opening_id: openingId })).status).toBe(204);
}

/** Lives with the previous release, then moves on to this one, and sees that nothing is lost. */
export async function expectNothingLostByMigrating(options: BackendOptions): Promise<Backend> {
  const keyed = { ...options, jwtSecret: TOKEN_SECRET };
  const previous = await createBackend({ ...keyed, lastMigration: PREVIOUS });
  const client = clientOf(previous, tess);
  const page = clientOf(previous, ben);
  await give(client, LONG_AGO, ana, 'KT-7999');
  await previous.query(
    `update private.counter_calls set created_at = now() - interval '8 days' where request_id = $1`,
    [LONG_AGO],
  );
  const given = await give(client, GIVEN, cy, 'KT-8000');
  const { stampIds } = await openCode(page, BARAKO);
  const redeemed = await redeem(client, stampIds);
  expect([given.json.stamps_held, redeemed.json.stamps_spent]).toEqual([2, 10]);
  const [before] = await previous.query(SUMS);
  const read = await Promise.all(reads().map(page.read));
  expect(read.map(({ status }) => status)).toEqual(read.map(() => 200));
  await previous.close();

  const backend = await createBackend(keyed);
  expect(await backend.query(SUMS)).toEqual([before]);
  const now = clientOf(backend, tess);
  await expectPageGoesOn(clientOf(backend, ben), read);
  // A till that had lost its answers asks again.
  expect(await give(now, GIVEN, cy, 'KT-8000')).toEqual(given);
  expect(await redeem(now, stampIds)).toEqual(redeemed);
  expect((await give(now, LONG_AGO, ana, 'KT-7999')).json.details).toBe('duplicate_invoice');
  expect((await give(now, GIVEN, cy, 'KT-8001')).json.details).toBe('request_id_reused');
  return backend;
}

/** What the migrations make of that data, and that its clients go on. */
export async function expectMigrated(backend: Backend): Promise<void> {
  const kept = await backend.query(
    'select request_id from private.counter_calls order by request_id',
  );
  expect(kept).toEqual([{ request_id: GIVEN }, { request_id: REDEEMED }]);
  const client = clientOf(backend, tess);
  expect((await client.call('stamps_held', {})).status).toBe(200);
  const next = await give(client, crypto.randomUUID(), cy, '');
  expect(next.json).toMatchObject({ user_id: cy.id, stamps_held: 4 });
  expect((await client.call('till_log', { store_id: 1 })).json[0]).toMatchObject({
    call: 'give_stamp',
    outcome: 'done',
    member_id: tess.id,
    stamp_id: next.json.stamp_id,
  });
}

import { expect } from 'vitest';
import { type Backend, createBackend } from '../local-backend/create.ts';
import type { BackendOptions } from '../local-backend/options.ts';
import { customerQrText } from '../src/lib/domain/customer-qr.ts';
import { appDayEnd, appDayKey, appDayStart } from '../src/lib/domain/day.ts';
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

/** A client of the previous release: whoever works at Kape Tayo. */
async function clientOf(backend: Backend) {
  const send = async (path: string, init: RequestInit = {}) => {
    const response = await backend.fetch(new Request(`http://localhost:4331${path}`, init));
    return { status: response?.status, json: await response?.json() };
  };
  const session = await send('/local/counter/session', { method: 'POST', body: '1' });
  const { apiKey, accessToken } = session.json;
  const headers = {
    apikey: apiKey,
    authorization: `Bearer ${accessToken}`,
    'content-type': 'application/json',
  };
  return {
    read: (path: string) => send(`/rest/v1/${path}`, { headers }),
    call: (name: string, body: object) =>
      send(`/rest/v1/rpc/${name}`, { method: 'POST', headers, body: JSON.stringify(body) }),
  };
}

type Client = Awaited<ReturnType<typeof clientOf>>;

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

const redeem = (client: Client, stampIds: readonly string[]) =>
  client.call('redeem_reward', {
    payload: { user_id: ben.id, stamp_ids: stampIds, reward_id: '1', store_id: '1' },
    notes: 'as before',
    request_id: REDEEMED,
  });

const OPEN_CODE = `
  insert into private.redemption_openings (user_id, reward_id, opening_id, stamp_ids, stamps_needed)
    select user_id, 1, gen_random_uuid(), array_agg(id order by id), 10 from public.stamps
      where user_id = '${ben.id}' and store_id = 1 and redemption_id is null group by user_id
    returning stamp_ids`;

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
    `stamps?select=*&user_id=eq.${cy.id}&order=created_at.desc,id.desc&limit=10`,
    `redemptions?select=*&user_id=eq.${ben.id}&order=created_at.desc,id.desc&limit=5`,
  ];
}

/** Lives with the previous release, then moves on to this one, and sees that nothing is lost. */
export async function expectNothingLostByMigrating(options: BackendOptions): Promise<Backend> {
  const previous = await createBackend({ ...options, lastMigration: PREVIOUS });
  const client = await clientOf(previous);
  await give(client, LONG_AGO, ana, 'KT-7999');
  await previous.query(
    `update private.counter_calls set created_at = now() - interval '8 days' where request_id = $1`,
    [LONG_AGO],
  );
  const given = await give(client, GIVEN, cy, 'KT-8000');
  const [opening] = await previous.query<{ stamp_ids: string[] }>(OPEN_CODE);
  const stampIds = opening?.stamp_ids.map(String) ?? [];
  const redeemed = await redeem(client, stampIds);
  expect([given.json.stamps_held, redeemed.json.stamps_spent]).toEqual([2, 10]);
  const [before] = await previous.query(SUMS);
  const read = await Promise.all(reads().map(client.read));
  await previous.close();

  const backend = await createBackend(options);
  expect(await backend.query(SUMS)).toEqual([before]);
  const now = await clientOf(backend);
  expect(await Promise.all(reads().map(now.read))).toEqual(read);
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
  const client = await clientOf(backend);
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

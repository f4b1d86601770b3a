import { once } from 'node:events';
import { REALTIME_SUBSCRIBE_STATES, RealtimeClient } from '@supabase/realtime-js';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { ana, ben, cy, type DemoPerson, tess } from '../../local-backend/people.ts';
import { TOKEN_SECRET } from '../keys.ts';
import { as, backend, forgedToken, freshData, sessionIn, signIn, sql, tokenOf } from './as.ts';
import { giveTo, redeemFor, undo } from './counter.ts';

/** A till's work is told over the wire to the private channels of the customer's sessions, and no others. */
let realtime: Awaited<ReturnType<Awaited<ReturnType<typeof backend>>['realtime']>>;

beforeAll(async () => {
  realtime = await (await backend()).realtime();
});
afterAll(() => realtime.close());
beforeEach(freshData);

/** Generous, for slow machines: nothing waits longer than it has to. */
const SOON = { timeout: 60_000 };

const topicOf = (token: string) => `session:${sessionIn(token)}`;
const channelOf = async (person: DemoPerson) => topicOf(await tokenOf(person));

interface Heard {
  event: string;
  payload: object;
}

/** All that a message says; Realtime adds a number of the message's own. */
const saying = (event: string): Heard => ({ event, payload: { id: expect.any(String) } });

/** The backend's official client on one channel, once it is joined or refused. */
async function join(topic: string, token: string) {
  const client = new RealtimeClient(realtime.address, {
    params: { apikey: realtime.key },
    accessToken: async () => token,
  });
  onTestFinished(async () => void (await client.disconnect()));
  await client.setAuth();
  const heard: Heard[] = [];
  const config = { private: true, broadcast: { replication_ready: true } };
  const channel = client.channel(topic, { config });
  const ready = new Promise((resolve) => channel.on('system', {}, resolve));
  channel.on('broadcast', { event: '*' }, ({ event, payload }) =>
    heard.push({ event, payload: payload as object }),
  );
  const answer = await new Promise<{ status: string; reason?: string | undefined }>((resolve) => {
    channel.subscribe((status, error) => resolve({ status, reason: error?.message }));
  });
  // Realtime lets people in before it hears the database.
  if (answer.status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) await ready;
  return { client, channel, heard, ...answer };
}

/** Joins with the token of one of their sessions. */
async function listening(person: DemoPerson, asked?: string) {
  const token = asked ?? (await tokenOf(person));
  const joined = await join(topicOf(token), token);
  expect(joined.status).toBe(REALTIME_SUBSCRIBE_STATES.SUBSCRIBED);
  return joined;
}

describe('the channel of a session', () => {
  test('tells of stamps given, taken back and redeemed, with one word each and nothing else', async () => {
    const { heard } = await listening(cy);
    await undo(tess, (await giveTo(cy, { count: 2 })).stamp_id);
    await giveTo(cy, { count: 12 });
    await redeemFor(cy);
    const words = ['given', 'taken_back', 'given', 'redeemed'];
    await expect.poll(() => heard, SOON).toEqual(words.map(saying));
  });

  test('tells every tab and device of the customer, and nobody else', async () => {
    const all = [
      await listening(cy),
      await listening(cy),
      await listening(cy, await signIn(cy)),
      await listening(ben),
    ];
    await giveTo(cy);
    await giveTo(ben);
    const given = Array(4).fill([saying('given')]);
    await expect.poll(() => all.map(({ heard }) => heard), SOON).toEqual(given);
  });

  test('is silent once the session has ended, even if its token is still valid', async () => {
    const token = await signIn(cy);
    const [ended, other] = [await listening(cy, token), await listening(cy)];
    await giveTo(cy);
    await expect.poll(() => ended.heard.length, SOON).toBe(1);
    await sql('delete from auth.sessions where id = $1', [sessionIn(token)]);
    await giveTo(cy);
    await expect.poll(() => other.heard.length, SOON).toBe(2);
    expect(ended.heard).toHaveLength(1);
  });

  test('hears only if it is one of the last ten used, within the week that a token may last', async () => {
    const [token, oldToken] = [await tokenOf(cy), await signIn(cy)];
    const [newest, older] = [await listening(cy, token), await listening(cy, oldToken)];
    const used = (session: string, ago: string) =>
      sql(
        `update auth.sessions set created_at = now() - interval '1 year',
            refreshed_at = (now() - $2::interval) at time zone 'UTC' where id = $1`,
        [session, ago],
      );
    const hears = async (ofNewest: number, ofOlder: number) => {
      await giveTo(cy);
      await expect
        .poll(() => [newest.heard.length, older.heard.length], SOON)
        .toEqual([ofNewest, ofOlder]);
    };
    await used(sessionIn(oldToken), '8 days');
    await hears(1, 0);
    await used(sessionIn(oldToken), '6 days');
    await hears(2, 1);
    await sql(
      `insert into auth.sessions (id, user_id, aal, created_at)
        select gen_random_uuid(), $1, 'aal1', now() - interval '1 day' from generate_series(1, 9)`,
      [cy.id],
    );
    await hears(3, 1);
    await used(sessionIn(oldToken), '0');
    await hears(4, 2);
  });

  test('says nothing once the account is deleted', async () => {
    const { heard } = await listening(cy);
    const ofAna = await listening(ana);
    await giveTo(cy);
    await expect.poll(() => heard.length, SOON).toBe(1);
    await (await as(cy)).rpc('delete_account').throwOnError();
    await giveTo(ana);
    await expect.poll(() => ofAna.heard.length, SOON).toBe(1);
    expect(heard).toHaveLength(1);
  });
});

describe('a channel that is refused', () => {
  /** A token of Cy's session, with these claims changed. */
  const changed = async (claims: object, secret = TOKEN_SECRET) => {
    const session_id = sessionIn(await tokenOf(cy));
    const exp = Math.floor(Date.now() / 1000) + 3600;
    return forgedToken({ sub: cy.id, role: 'authenticated', exp, session_id, ...claims }, secret);
  };
  const ofCy = () => channelOf(cy);
  const nobodys = crypto.randomUUID();

  test.each<[string, () => Promise<string> | string, () => Promise<string> | string, string]>([
    ['another customer’s', ofCy, () => tokenOf(ben), 'Unauthorized'],
    ['one for a member of the store', ofCy, () => tokenOf(tess), 'Unauthorized'],
    ['another session’s of the same customer', ofCy, () => signIn(cy), 'Unauthorized'],
    ['of a session that is another’s', ofCy, () => changed({ sub: ben.id }), 'Unauthorized'],
    ['a visitor’s', ofCy, () => changed({ role: 'anon' }), 'Unauth'],
    ['everybody’s', () => 'session:*', () => tokenOf(cy), 'Unauthorized'],
    [
      'one with SQL in its name',
      async () => `${await channelOf(ben)}' or '1'='1`,
      () => tokenOf(cy),
      'Unauthorized',
    ],
    [
      'one whose session has ended',
      () => `session:${nobodys}`,
      () => changed({ session_id: nobodys }),
      'Unauthorized',
    ],
    ['one whose token names no session', ofCy, () => changed({ session_id: null }), 'Unauthorized'],
    ['one with a forged token', ofCy, () => changed({}, 'other'), 'signature'],
    ['one with a token that has expired', ofCy, () => changed({ exp: 1 }), 'expired'],
    ['one with a key for a token', ofCy, () => realtime.key, 'You do not have permissions'],
  ])('%s', async (_, topic, token, reason) => {
    const { status, reason: said } = await join(await topic(), await token());
    expect(status).toBe(REALTIME_SUBSCRIBE_STATES.CHANNEL_ERROR);
    expect(said).toContain(reason);
  });
});

/** Asks to join without the official client, and returns the frames that come. */
async function askedToJoin(token: string, config: object) {
  const query = `apikey=${realtime.key}&vsn=1.0.0`;
  const socket = new WebSocket(`${realtime.address}/websocket?${query}`);
  onTestFinished(() => socket.terminate());
  const frames: { event: string; payload: { status?: string } }[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(String(data))));
  await once(socket, 'open');
  const topic = `realtime:${topicOf(token)}`;
  const payload = { config, access_token: token };
  const frame = { topic, event: 'phx_join', payload, ref: '1', join_ref: '1' };
  socket.send(JSON.stringify(frame));
  await expect.poll(() => frames.length, SOON).toBeGreaterThan(0);
  return frames;
}

test('a channel is closed when its token expires', async () => {
  const exp = Date.now() / 1000 + 3;
  const session_id = sessionIn(await tokenOf(cy));
  const claims = { sub: cy.id, role: 'authenticated', exp, session_id };
  const frames = await askedToJoin(forgedToken(claims, TOKEN_SECRET), { private: true });
  expect(frames[0]?.payload.status).toBe('ok');
  await expect
    .poll(() => frames, SOON)
    .toMatchObject([
      { event: 'phx_reply' },
      { event: 'system', payload: { status: 'error' } },
      { event: 'phx_close' },
    ]);
  const { heard } = await listening(cy);
  await giveTo(cy);
  await expect.poll(() => heard.length, SOON).toBe(1);
  expect(frames).toHaveLength(3);
});

test('a channel says when it hears the database, if it is asked to', async () => {
  const config = { private: true, broadcast: { replication_ready: true } };
  const frames = await askedToJoin(await tokenOf(cy), config);
  await expect
    .poll(() => frames, SOON)
    .toMatchObject([
      { event: 'phx_reply', payload: { status: 'ok' } },
      { event: 'system', payload: { extension: 'system', status: 'ok' } },
    ]);
});

test('a public channel of the same name hears nothing', async () => {
  // A project that allows no public channels refuses this one.
  const frames = await askedToJoin(await tokenOf(cy), {});
  const { heard } = await listening(cy);
  await giveTo(cy);
  await expect.poll(() => heard.length, SOON).toBe(1);
  expect(frames.map(({ event }) => event)).toEqual(['phx_reply']);
});

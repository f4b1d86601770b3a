import { createECDH } from 'node:crypto';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ana, cy } from '../../local-backend/people.ts';
import { createPushService, decrypted } from '../../local-backend/push-service.ts';
import { AT_ANY_HOUR } from '../../local-backend/reminders.ts';
import { appDayKey } from '../../src/lib/domain/day.ts';
import { newKeys } from '../../supabase/functions/notify/keys.ts';
import { messageOf } from '../../supabase/functions/notify/message.ts';
import { sendReminders } from '../../supabase/functions/notify/send.ts';
import type { Result, Taken } from '../../supabase/functions/notify/types.ts';
import { operator, send, sql } from './as.ts';
import { giveTo } from './counter.ts';
import { inTimeZone } from './operator.ts';
import {
  settings as readSettings,
  remindAtAnyHour,
  rowsIn,
  sendDue,
  told,
  turnOn,
  waiting,
} from './reminders.ts';

/** How due messages are sent, and at which hours. */

const bytes = (text: string) => Buffer.from(text, 'base64url');

test('the decryption in these tests reads the example of RFC 8291', () => {
  const browser = createECDH('prime256v1');
  browser.setPrivateKey(bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'));
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';
  const receiver = {
    privateKey: browser.getPrivateKey(),
    authSecret: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  };
  expect(decrypted(bytes(body), receiver).toString()).toBe(
    'When I grow up, I want to be a watermelon',
  );
});

const ROW: Omit<Taken, 'endpoint' | 'public_key' | 'auth_secret'> = {
  id: 1,
  kind: 'almost_there',
  seconds_left: 3600,
  ready: 0,
  reward_id: 7,
  reward_title: 'Free كشري 🥤',
  store_id: 3,
  store_name: 'Kape & <b>Co</b>',
  event_id: null,
  event_name: null,
};

/** One call that may send so many messages; one to a phone is due unless others are given. */
async function oneCall(ofOneCall: number, given: Partial<Parameters<typeof sendReminders>[0]>) {
  const push = createPushService();
  const { endpoint, keys } = push.subscribe();
  const rows = [{ ...ROW, endpoint, public_key: keys.p256dh, auth_secret: keys.auth }];
  const settings = {
    ...(await newKeys()),
    function_url: '',
    site: 'https://stampcard.example/app',
    of_one_call: ofOneCall,
  };
  const reported: Result[] = [];
  const requests: RequestInit[] = [];
  const sent = await sendReminders({
    settings,
    take: async () => rows.splice(0),
    report: async (results) => reported.push(...results),
    fetch: async (address, request) => {
      requests.push(request);
      return push.take(address, request.body as Uint8Array) ?? Response.error();
    },
    until: Number.POSITIVE_INFINITY,
    ...given,
  });
  return { settings, sent, reported, requests, messages: push.all() };
}

test('one call sends as many messages as it is told to, some at a time', async () => {
  const asked: number[] = [];
  await oneCall(70, {
    async take(atMost) {
      asked.push(atMost);
      return Array(atMost).fill({ ...ROW, endpoint: '', public_key: '', auth_secret: '' });
    },
    fetch: async () => Response.error(),
  });
  expect(asked).toEqual([50, 20]);
});

test('one call takes no messages that it has no time to send', async () => {
  const take = vi.fn(async () => []);
  await oneCall(70, { take, until: Date.now() + 9_000 });
  expect(take).not.toHaveBeenCalled();
});

test('a message is sent as aes128gcm, for its hour, replacing one of its kind, and signed with the key', async () => {
  const { settings, requests, messages } = await oneCall(10, {});
  const headers = new Headers(requests[0]?.headers);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: '3600',
    topic: 'almost_there',
    urgency: 'normal',
  });
  // The address is a push service’s; what it redirects to may be anybody’s.
  expect(requests).toMatchObject([{ redirect: 'manual' }]);
  const authorization = headers.get('authorization') ?? '';
  const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(authorization) ?? [];
  expect(key).toBe(settings.public_key);
  const [head, claims = '', signature = ''] = token.split('.');
  expect(JSON.parse(bytes(claims).toString())).toMatchObject({
    aud: 'https://localhost',
    sub: settings.site,
  });
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const publicKey = await crypto.subtle.importKey('raw', bytes(key), algorithm, false, ['verify']);
  const signed = Buffer.from(`${head}.${claims}`);
  expect(await crypto.subtle.verify(algorithm, publicKey, bytes(signature), signed)).toBe(true);
  expect(messages).toMatchObject([
    {
      message: {
        web_push: 8030,
        notification: {
          title: 'Almost there',
          body: 'Under 3 stamps to go for Free كشري 🥤 at Kape & <b>Co</b>.',
          navigate: 'https://stampcard.example/app/store/3?reward=7',
        },
      },
    },
  ]);
});

test.each<[Taken['kind'], string]>([
  ['reward_ready', '/redeem?reward=7'],
  ['card_ends', '/redeem?reward=7'],
  ['event_tomorrow', '/view-event/5'],
  ['friday_highlights', '/rewards'],
  ['almost_there', '/store/3?reward=7'],
])('a tap on %s leads to %s', (kind, path) => {
  const phone = { endpoint: '', public_key: '', auth_secret: '' };
  const message = messageOf({ ...ROW, ...phone, kind, event_id: 5 }, 'https://a.example');
  expect(message).toMatchObject({ notification: { navigate: `https://a.example${path}` } });
});

test('a push service that takes a message and never answers is given up on', async () => {
  const wait = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(wait.signal);
  onTestFinished(() => void vi.restoreAllMocks());
  const { sent, reported } = await oneCall(10, {
    fetch: async (_, { signal }) => {
      const { promise, reject } = Promise.withResolvers<Response>();
      signal?.addEventListener('abort', () => reject(signal.reason));
      wait.abort();
      return promise;
    },
  });
  expect([sent, reported]).toEqual([0, [{ id: 1, outcome: 'later', status: 0 }]]);
});

/** Nights in which the clocks change in Berlin and New York, and one in between. */
const NIGHTS = ['2026-10-24', '2026-10-31', '2026-11-25', '2027-03-13', '2027-03-27'];

test.each(['UTC', 'America/New_York'])(
  'nobody is reminded from 9 PM to 8 AM (UTC+8), and Friday is Friday there, with a database in %s',
  async (zone) => {
    await inTimeZone(zone);
    const times = await sql<Record<'evening' | 'nine' | 'midnight' | 'early' | 'eight', string>>(
      `select private.reminder_time(nine - interval '1 second') as evening,
          private.reminder_time(nine) as nine,
          private.reminder_time(nine + interval '4 hours') as midnight,
          private.reminder_time(nine + interval '659 minutes') as early,
          private.reminder_time(nine + interval '11 hours') as eight
        from unnest($1::timestamptz[]) as nine`,
      [NIGHTS.map((day) => `${day}T21:00+08`)],
    );
    const hours = times.map(({ evening, ...night }) => [
      new Date(evening).toISOString(),
      ...new Set(Object.values(night).map((at) => new Date(at).toISOString())),
    ]);
    expect(hours).toEqual(
      NIGHTS.map((day) => {
        const nine = Date.parse(`${day}T21:00+08:00`);
        return [nine - 1000, nine + 11 * 3600_000].map((at) => new Date(at).toISOString());
      }),
    );
    const [friday] = await sql<{ days: number[] }>(
      `select array_agg(extract(isodow from private.app_day(at))::integer) as days from unnest(array[
        '2026-10-29T23:59+08', '2026-10-30T00:00+08', '2026-10-30T23:59+08']::timestamptz[]) as at`,
    );
    expect(friday?.days).toEqual([4, 5, 5]);
  },
);

describe('a push service that answers', () => {
  remindAtAnyHour();
  beforeEach(async () => {
    await turnOn(ana);
    await giveTo(ana);
  });
  const answer =
    (status: number, headers: Record<string, string> = {}) =>
    async () =>
      new Response(null, { status, headers });
  const inAnHour = () => new Date(Date.now() + 3600_000).toUTCString();

  test.each([404, 410])('%i: the phone is forgotten', async (status) => {
    await sendDue(answer(status));
    expect([await rowsIn('push_devices'), await rowsIn('reminder_deliveries')]).toEqual([0, 0]);
  });

  test.each<[string, () => Promise<Response>, number, number]>([
    ['429 with seconds', answer(429, { 'retry-after': '120' }), 429, 120],
    ['429 with a date', () => answer(429, { 'retry-after': inAnHour() })(), 429, 3600],
    ['429 with nonsense', answer(429, { 'retry-after': 'soon' }), 429, 60],
    ['429 with a year', answer(429, { 'retry-after': '31536000' }), 429, 21600],
    ['307, which is not followed', answer(307), 307, 60],
    ['500', answer(500), 500, 60],
    ['403, as our key was changed', answer(403), 403, 60],
    ['nothing', () => Promise.reject(new Error('timed out')), 0, 60],
  ])('%s: it is tried again later', async (_, say, last_status, seconds) => {
    await sendDue(say);
    expect(await sendDue()).toEqual([]);
    const [left] = await waiting();
    expect(left).toMatchObject({ attempts: 1, last_status, dead: false });
    expect(Math.abs((left?.in_seconds ?? 0) - seconds)).toBeLessThan(30);
    await sql('update private.reminder_deliveries set next_at = now()');
    await sendDue();
    expect(told()).toEqual(['Your reward is ready']);
  });

  test.each<[string, number, () => Promise<unknown>]>([
    ['413', 413, () => sendDue(answer(413))],
    [
      'nothing all day',
      500,
      async () => {
        await sendDue(answer(500));
        await sql('update private.reminders set day = day - 1');
        await sql('update private.reminder_deliveries set next_at = now()');
        await sendDue();
      },
    ],
    [
      // Of the right length, but not a point on the curve.
      'for keys that encrypt nothing',
      0,
      async () => {
        await sql("update private.push_devices set public_key = 'B' || repeat('A', 86)");
        await sendDue();
      },
    ],
  ])('%s: it is a dead letter', async (_, last_status, act) => {
    await act();
    expect(await waiting()).toMatchObject([{ last_status, dead: true }]);
    expect(await sendDue()).toEqual([]);
  });

  test('a message whose sender falls silent goes to another after five minutes', async () => {
    const { data } = await operator.rpc('take_reminders', { at_most: 10 }).throwOnError();
    // It waits for the phone until 9 PM, and no longer.
    const nine = Date.parse(`${appDayKey(Date.now())}T21:00+08:00`);
    const seconds = Math.max(60, (nine - Date.now()) / 1000);
    expect(Math.abs((data[0]?.seconds_left ?? 0) - seconds)).toBeLessThan(30);
    expect(await sendDue()).toEqual([]);
    expect((await waiting())[0]?.in_seconds).toBeGreaterThan(270);
  });
});

describe('at night', () => {
  remindAtAnyHour();

  test('nothing is sent', async () => {
    await turnOn(ana);
    await giveTo(ana);
    await sql(AT_ANY_HOUR.replace('select instant', "select instant + interval '1 hour'"));
    expect(await sendDue()).toEqual([]);
  });

  test('new reminders are held back until the next morning', async () => {
    await turnOn(ana);
    const morning = "(private.app_day(instant) + 1 + time '08:00') at time zone interval '8 hours'";
    await sql(AT_ANY_HOUR.replace('select instant', `select ${morning}`));
    await giveTo(ana);
    const [queued] = await sql(
      `select r.day - private.app_day(now()) as days, d.next_at - r.day::timestamp at time zone interval '8 hours' = interval '8 hours' as is_at_eight
        from private.reminders r join private.reminder_deliveries d on d.reminder_id = r.id`,
    );
    expect(queued).toEqual({ days: 1, is_at_eight: true });
    await sql(AT_ANY_HOUR);
    expect(await sendDue()).toEqual([]);
    await sql('update private.reminders set day = day - 1');
    await sql('update private.reminder_deliveries set next_at = now()');
    await sendDue();
    expect(told()).toEqual(['Your reward is ready']);
  });
});

describe('the function', () => {
  remindAtAnyHour();

  const call = (authorization: string, method = 'POST') =>
    send('/functions/v1/notify', { method, headers: { authorization } });

  test('sends only for a caller who knows its secret', async () => {
    await turnOn(ana);
    await giveTo(ana);
    for (const other of ['', 'Bearer', `Bearer ${(await readSettings()).public_key}`]) {
      expect((await call(other)).status).toBe(401);
    }
    const authorization = `Bearer ${(await readSettings()).call_secret}`;
    expect((await call(authorization, 'GET')).status).toBe(405);
    // The stand-in of these tests knows the phone, the backend's own does not.
    expect(await (await call(authorization)).json()).toEqual({ sent: 0 });
    expect(await rowsIn('push_devices')).toBe(0);
  });

  test('is called by the database, if that can, as often as there is work, at most fifty times', async () => {
    await turnOn(ana);
    await giveTo(ana);
    await sql('create schema net');
    onTestFinished(async () => void (await sql('drop schema net cascade')));
    await sql('create table net.posted (url text, headers jsonb)');
    await sql(`create function net.http_post(url text, body jsonb, params jsonb, headers jsonb, timeout_milliseconds integer)
      returns bigint language sql as 'insert into net.posted values ($1, $4) returning 1::bigint'`);
    expect(await sql('select private.call_notify() as calls')).toEqual([{ calls: 1 }]);
    const { call_secret, function_url } = await readSettings();
    expect(await sql('select * from net.posted')).toEqual([
      { url: function_url, headers: { authorization: `Bearer ${call_secret}` } },
    ]);
    for (const [phones, calls] of [
      [200, 2],
      [10_000, 50],
    ]) {
      await sql(
        `with more as (
            insert into private.push_devices (user_id, session_id, endpoint, public_key, auth_secret, kinds)
              select d.user_id, d.session_id, 'https://fcm.googleapis.com/' || n, d.public_key,
                  d.auth_secret, d.kinds
                from private.push_devices d, generate_series(1, $1) as n
                where d.endpoint like '%localhost%'
              on conflict do nothing returning id
          )
          insert into private.reminder_deliveries (reminder_id, device_id, next_at)
            select r.id, more.id, now() from more, private.reminders r`,
        [phones],
      );
      expect(await sql('select private.call_notify() as calls')).toEqual([{ calls }]);
    }
    await sql('delete from private.reminder_deliveries');
    expect(await sql('select private.call_notify() as calls')).toEqual([{ calls: 0 }]);
    await sql('delete from private.reminder_rounds');
    expect(await sql('select private.call_notify() as calls')).toEqual([{ calls: 1 }]);
  });

  test('keeps its keys when it is set up again, and new keys make it forget all phones', async () => {
    const before = await readSettings();
    const other = { ...before, public_key: 'other', site: 'https://stampcard.example' };
    onTestFinished(async () => {
      await operator
        .rpc('set_up_reminders', { settings: before as never, replace: true })
        .throwOnError();
    });
    await turnOn(cy);
    await operator.rpc('set_up_reminders', { settings: other as never }).throwOnError();
    expect(await readSettings()).toEqual({ ...other, public_key: before.public_key });
    expect(await rowsIn('push_devices')).toBe(1);
    await operator
      .rpc('set_up_reminders', { settings: other as never, replace: true })
      .throwOnError();
    expect(await readSettings()).toEqual(other);
    expect(await rowsIn('push_devices')).toBe(0);
  });
});

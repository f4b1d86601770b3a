import { createECDH } from 'node:crypto';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createPushService, decrypted } from '../../local-backend/push-service.ts';
import { newKeys } from '../../supabase/functions/notify/keys.ts';
import { sendReminders } from '../../supabase/functions/notify/send.ts';
import type { Result, Taken } from '../../supabase/functions/notify/types.ts';
import { ana } from '../people.ts';
import { operator, sql } from './as.ts';
import { giveTo } from './counter.ts';
import { remindAtAnyHour, rowsIn, sendDue, told, turnOn, waiting } from './reminders.ts';

/** How what is due is sent. */

const bytes = (text: string) => Buffer.from(text, 'base64url');

test('the arithmetic that reads messages here reads the example of RFC 8291', () => {
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

const settingsFor = async (of_one_call: number) => ({
  ...(await newKeys()),
  function_url: '',
  site: 'https://stampcard.example/app',
  of_one_call,
});

test('one call sends as many as it is told to, some at a time', async () => {
  const asked: number[] = [];
  await sendReminders({
    settings: await settingsFor(70),
    async take(atMost) {
      asked.push(atMost);
      return Array(atMost).fill({ ...ROW, endpoint: '', public_key: '', auth_secret: '' });
    },
    report: async () => undefined,
    fetch: async () => Response.error(),
    until: Number.POSITIVE_INFINITY,
  });
  expect(asked).toEqual([50, 20]);
});

test('a message is sent as aes128gcm, for its hour and in the place of its like, signed with the key', async () => {
  const push = createPushService();
  const { endpoint, keys } = push.subscribe();
  const settings = await settingsFor(10);
  const sent: Record<string, string>[] = [];
  const rows = [{ ...ROW, endpoint, public_key: keys.p256dh, auth_secret: keys.auth }];
  await sendReminders({
    settings,
    take: async () => rows.splice(0),
    report: async () => undefined,
    fetch: async (address, { headers, body }) => {
      sent.push(headers as Record<string, string>);
      return push.take(address, body as Uint8Array) ?? Response.error();
    },
    until: Number.POSITIVE_INFINITY,
  });
  expect(sent).toMatchObject([
    { 'content-encoding': 'aes128gcm', ttl: '3600', topic: 'almost_there', urgency: 'normal' },
  ]);
  const [, token = '', key] = /^vapid t=(\S+), k=(\S+)$/.exec(sent[0]?.authorization ?? '') ?? [];
  expect(key).toBe(settings.public_key);
  const [head, claims = '', signature = ''] = token.split('.');
  expect(JSON.parse(bytes(claims).toString())).toMatchObject({
    aud: 'https://localhost',
    sub: settings.site,
  });
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const publicKey = await crypto.subtle.importKey('raw', bytes(key ?? ''), algorithm, false, [
    'verify',
  ]);
  const signed = Buffer.from(`${head}.${claims}`);
  expect(await crypto.subtle.verify(algorithm, publicKey, bytes(signature), signed)).toBe(true);
  expect(push.all()).toMatchObject([
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

test('a push service that takes a message and never answers is given up', async () => {
  const wait = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(wait.signal);
  onTestFinished(() => void vi.restoreAllMocks());
  const { endpoint, keys } = createPushService().subscribe();
  const rows = [{ ...ROW, endpoint, public_key: keys.p256dh, auth_secret: keys.auth }];
  const reported: Result[] = [];
  const sent = await sendReminders({
    settings: await settingsFor(10),
    take: async () => rows.splice(0),
    report: async (results) => reported.push(...results),
    fetch: async (_, { signal }) => {
      const { promise, reject } = Promise.withResolvers<Response>();
      signal?.addEventListener('abort', () => reject(signal.reason));
      wait.abort();
      return promise;
    },
    until: Number.POSITIVE_INFINITY,
  });
  expect([sent, reported]).toEqual([0, [{ id: 1, outcome: 'later', status: 0 }]]);
});

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
      // Of the right length, and no point of the curve.
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

  test('while its sender has fallen silent, it is another’s after five minutes', async () => {
    await operator.rpc('take_reminders', { at_most: 10 }).throwOnError();
    expect(await sendDue()).toEqual([]);
    expect((await waiting())[0]?.in_seconds).toBeGreaterThan(270);
  });
});

import { readdir, readFile } from 'node:fs/promises';
import type { App } from '@supabase/lite';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFront, type FrontParts } from '../../local-backend/front.ts';
import { LOCAL_ANON_KEY } from '../../local-backend/keys.ts';
import { oneAtATime } from '../../local-backend/one-at-a-time.ts';
import { withoutAnnouncement } from '../../local-backend/shims/announcement.ts';
import { createCodeLimit } from '../../local-backend/shims/code-limit.ts';
import { newSigningKey } from '../../local-backend/shims/signing-keys.ts';
import { answerSqlErrorsAsHosted } from '../../local-backend/shims/sql-errors.ts';
import { ana, cy, tess } from '../people.ts';
import { anonymous, as, freshData, ORIGIN, operator, send, signIn } from './as.ts';
import { askBare, type BareBackend, bareBackend, HEADERS, post, read } from './bare.ts';

/**
 * The contract of every shim, in two halves: what the embedded backend does by itself, and what
 * our backend does with the shim. When an update makes a first half fail, its shim can be removed.
 */
let connection: BareBackend['connection'];
let mailbox: BareBackend['mailbox'];

beforeAll(async () => {
  // Without the shims, lite writes forty lines for each error.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  ({ connection, mailbox } = await bareBackend());
});
afterAll(() => vi.restoreAllMocks());
beforeEach(freshData);

describe('grants', () => {
  test('lite grants again what was revoked', async () => {
    expect((await read('/rest/v1/notes')).status).toBe(200);
  });
  test('our backend keeps it revoked', async () => {
    expect((await anonymous.from('stamps').select()).error?.code).toBe('42501');
  });
});

describe('overlapping requests', () => {
  const readers = (queue: <Result>(work: () => Promise<Result>) => Promise<Result>) =>
    Promise.all(
      ['1', '2', '3'].map((uid) =>
        queue(() =>
          connection.withContext({ auth: { uid, role: 'authenticated' } }, async () => {
            const sql = `select current_setting('request.jwt.claim.sub', true) as reader`;
            return (await connection.driver.query<{ reader: string }>(sql)).rows[0]?.reader;
          }),
        ),
      ),
    );
  test('lite lets overlapping requests act as one another', async () => {
    expect(await readers((work) => work())).toEqual(['3', '3', '3']);
  });
  test('our backend lets overlapping requests act as themselves', async () => {
    expect(await readers(oneAtATime())).toEqual(['1', '2', '3']);
  });
  test('our backend asks the embedded database one request at a time, its owner’s queries among them, and a server all at once', async () => {
    const unasked = { withContext: async () => undefined };
    const most = async (oneSession: boolean) => {
      let [now, peak] = [0, 0];
      const work = async () => {
        now += 1;
        peak = Math.max(peak, now);
        // Work of some length: what comes past the queue comes meanwhile.
        await readdir('.');
        now -= 1;
      };
      const respond = () => work().then(() => new Response());
      const parts = {
        app: { fetch: respond },
        database: { oneSession, connection: unasked, query: () => work().then(() => []) },
        preRequest: { ofTables: (_: string, ask: () => unknown) => ask() },
        mailbox,
        origin: ORIGIN,
        signingKey: newSigningKey(),
      };
      const front = createFront(parts as unknown as FrontParts);
      const asked = ['/auth/v1/token', '/rest/v1/rpc/till_log', '/rest/v1/stores'];
      await Promise.all([
        ...asked.map((path) => front.fetch(post(path, {}))),
        front.query('select 1'),
        front.query('select 2'),
      ]);
      return peak;
    };
    expect(await most(true)).toBe(1);
    expect(await most(false)).toBeGreaterThan(1);
  });
  test('our backend goes on after a failed request', async () => {
    const queue = oneAtATime();
    const failed = queue(() => Promise.reject(new Error('no')));
    const next = queue(async () => 'yes');
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });
});

describe('a typed one-time code', () => {
  const wrong = { type: 'email', email: 'unknown@example.com', token: '000000' };
  test('lite does not know the type of a typed one-time code', async () => {
    await askBare(post('/auth/v1/otp', { email: 'zoe@example.com' }));
    const token = mailbox.take('zoe@example.com')?.code;
    const response = await askBare(
      post('/auth/v1/verify', { type: 'email', email: 'zoe@example.com', token }),
    );
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('Invalid email verification type');
  });
  test('lite calls a wrong one-time code a link', async () => {
    const response = await askBare(post('/auth/v1/verify', { ...wrong, type: 'magiclink' }));
    expect(await response.text()).toContain('Email link is invalid or has expired');
  });
  test('our backend accepts a one-time code and calls a wrong one a token', async () => {
    expect(await signIn(cy)).toMatch(/^ey/);
    const response = await send(post('/auth/v1/verify', wrong));
    expect([response.status, await response.json()]).toMatchObject([
      403,
      { error_code: 'otp_expired', msg: 'Token has expired or is invalid' },
    ]);
  });
});

describe('uploads', () => {
  const form = (bytes: number) => {
    const body = new FormData();
    body.append('cacheControl', '3600');
    body.append('', new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
    const url = new URL('/storage/v1/object/open/a.png', ORIGIN);
    return new Request(url, { method: 'POST', headers: { apikey: LOCAL_ANON_KEY }, body });
  };
  test('lite does not find the file in the library’s form', async () => {
    const response = await askBare(form(2));
    expect(await response.json()).toMatchObject({ message: 'Missing file in multipart upload' });
  });
  test('lite measures only an upload that states its length', async () => {
    const url = new URL('/storage/v1/object/open/b.png', ORIGIN);
    const body = new Uint8Array(5);
    const init = { method: 'POST', headers: { apikey: LOCAL_ANON_KEY }, body };
    expect((await askBare(new Request(url, init))).status).toBe(200);
  });
  test('lite adds its limits to what it says of a refused file', async () => {
    const url = new URL('/storage/v1/object/open/c.png', ORIGIN);
    const headers = { apikey: LOCAL_ANON_KEY, 'content-length': '5' };
    const response = await askBare(
      new Request(url, { method: 'POST', headers, body: new Uint8Array(5) }),
    );
    expect(await response.json()).toMatchObject({
      message: 'The object exceeded the maximum allowed size of 4 bytes',
    });
  });
  test('our backend finds the file, keeps its type and cache time, and measures it', async () => {
    const { storage } = await as(tess);
    const file = new Blob(['12345'], { type: 'image/png' });
    const uploaded = await storage.from('rewards').upload('uploads/a.png', file);
    expect(uploaded.error).toBeNull();
    const response = await send('/storage/v1/object/public/rewards/uploads/a.png');
    expect(response.headers.get('cache-control')).toContain('max-age=3600');
    // The bucket's own limit is tested with the reward photos.
    expect(await response.text()).toBe('12345');
  });
});

describe('the storage of files', () => {
  test('lite exports no storage that can be embedded', async () => {
    const names = Object.keys(await import('@supabase/lite'));
    expect(names.filter((name) => /(File|Memory|Fs).*Storage.*Adapter/i.test(name))).toEqual([]);
  });
});

describe('Google', () => {
  const ask = '/auth/v1/authorize?provider=google';
  test('lite sends the browser to Google', async () => {
    expect((await read(ask)).headers.get('location')).toMatch(/^https:\/\/accounts\.google\.com/);
  });
  test('our backend sends the browser to the stand-in', async () => {
    const response = await send(ask);
    expect(response.headers.get('location')).toMatch(/^http:\/\/localhost:4331\/local\/google\?/);
  });
});

describe('database errors', () => {
  test('lite answers an unknown database error with SUP and status 500', async () => {
    for (const request of [
      post('/rest/v1/notes', { id: 2, content: '' }),
      post('/rest/v1/rpc/fail', {}),
    ]) {
      const response = await askBare(request);
      expect([response.status, await response.json()]).toMatchObject([500, { code: 'SUP' }]);
    }
  });
  test('our backend answers a database error with its code, message and status 400', async () => {
    const tooMany = { title: 'Free refill', stamps_needed: 0 };
    const { error, status } = await (await as(tess)).from('rewards').insert(tooMany);
    expect([status, error?.code]).toEqual([400, '23514']);
    expect(error?.message).toContain('violates check constraint "rewards_stamps_needed_check"');
  });
});

test.each([
  ['P0001', 400],
  ['P0002', 500],
  ['23514', 400],
  ['40001', 500],
  ['57014', 500],
  ['28000', 403],
  ['08006', 503],
  ['2F005', 400],
])('our backend answers the database error %s with the status %i', (code, status) => {
  const patched = { normalizeDbError: (thrown: unknown) => thrown };
  answerSqlErrorsAsHosted(patched as unknown as App['connection']);
  const error = Object.assign(new Error('no'), { code, hint: 'later' });
  const answer = patched.normalizeDbError(error) as { message: string; detail: string };
  expect(JSON.parse(answer.detail)).toEqual({ status, headers: {} });
  expect(JSON.parse(answer.message)).toEqual({ code, message: 'no', details: null, hint: 'later' });
});

describe('unknown paths', () => {
  test('lite answers an unknown path with the pages of its studio', async () => {
    const email = 'zoe@example.com';
    await askBare(post('/auth/v1/otp', { email }));
    const token = mailbox.take(email)?.code;
    const verified = await askBare(post('/auth/v1/verify', { type: 'magiclink', email, token }));
    const { access_token } = await verified.json();
    const headers = { ...HEADERS, authorization: `Bearer ${access_token}` };
    const url = new URL('/auth/v1/admin/nothing', ORIGIN);
    expect(await (await askBare(new Request(url, { headers }))).text()).toContain('<html');
  });
  test('lite fails on a NUL in a path', async () => {
    const url = new URL('/storage/v1/object/open/a.png%00.html', ORIGIN);
    const init = { method: 'POST', headers: { apikey: LOCAL_ANON_KEY }, body: 'x' };
    expect((await askBare(new Request(url, init))).status).toBe(500);
  });
  test('our backend does not find an unknown path and refuses a NUL', async () => {
    const headers = { apikey: LOCAL_ANON_KEY, authorization: `Bearer ${await signIn(ana)}` };
    expect((await send('/auth/v1/admin/nothing', { headers })).status).toBe(404);
    const init = { method: 'POST', headers, body: 'x' };
    expect((await send('/storage/v1/object/rewards/uploads/a%00.png', init)).status).toBe(400);
  });
});

describe('timestamps', () => {
  test('lite writes timestamps with a space and a short zone', async () => {
    const [note] = await (await read('/rest/v1/notes?select=at')).json();
    expect(note).toEqual({ at: '2026-11-21 04:51:41.558+00' });
  });
  test('our backend writes ISO timestamps and leaves null as it is', async () => {
    const { data } = await operator.from('rewards').select('date_start, date_end').eq('id', 3);
    expect(data?.[0]?.date_start).toMatch(/^\d{4}-\d\d-\d\dT16:00:00\+00:00$/);
    expect(data?.[0]?.date_end).toBeNull();
  });
});

describe('JSON arguments', () => {
  test('lite parses a JSON text a second time', async () => {
    const response = await askBare(post('/rest/v1/rpc/echo', { payload: 'garbage' }));
    expect((await response.json()).code).toBe('22P02');
  });
  test('our backend passes a JSON text on unchanged', async () => {
    const { error } = await (await as(tess)).rpc('give_stamp', {
      payload: 'garbage',
      store_id: 1,
      stamp_count: 1,
      invoice: '',
      request_id: crypto.randomUUID(),
    });
    expect(error?.details).toBe('unreadable_code');
  });
});

describe('the announcement of lite', () => {
  test('our backend suppresses the announcement of lite and no other warning', async () => {
    const output: Pick<Console, 'warn'> = globalThis.console;
    const warnings = vi.spyOn(output, 'warn').mockImplementation(() => {});
    await withoutAnnouncement(async () => {
      output.warn('EXPERIMENTAL FEATURES ENABLED: storage');
      output.warn('The disk is full');
    });
    expect(warnings.mock.calls).toEqual([['The disk is full']]);
    expect(output.warn).toBe(warnings);
    const lite = new URL(import.meta.resolve('@supabase/lite'));
    expect(await readFile(lite, 'utf8')).toContain('EXPERIMENTAL FEATURES ENABLED');
  });
});

describe('a delete without a filter', () => {
  test('lite deletes every row without a filter', async () => {
    await connection.driver.exec(`insert into notes values (9, 'last') on conflict do nothing`);
    const url = new URL('/rest/v1/notes', ORIGIN);
    const response = await askBare(new Request(url, { method: 'DELETE', headers: HEADERS }));
    expect(response.status).toBe(204);
    expect(await (await read('/rest/v1/notes')).json()).toEqual([]);
  });
  test('our backend refuses a delete without a filter, even to the operator', async () => {
    expect((await operator.from('rewards').delete()).error?.code).toBe('21000');
  });
});

describe('repeated requests for a one-time code', () => {
  const ask = () => post('/auth/v1/otp', { email: ana.email });
  const askAsLibrary = () =>
    new Request(ask(), { headers: { 'x-supabase-api-version': '2024-01-01' } });
  test('lite sends a one-time code at every request', async () => {
    for (const round of [1, 2, 3]) {
      const response = await askBare(ask());
      expect([round, response.status]).toEqual([round, 200]);
    }
  });
  test('our backend makes an address wait where a wait is configured, as the hosted service does', async () => {
    const limit = createCodeLimit(60);
    expect(await limit.refusal(ask())).toBeNull();
    const refusal = await limit.refusal(askAsLibrary());
    const message = 'For security purposes, you can only request this after 60 seconds.';
    expect([refusal?.status, await refusal?.json()]).toEqual([
      429,
      { code: 'over_email_send_rate_limit', message },
    ]);
    const older = await limit.refusal(ask());
    expect(await older?.json()).toEqual({
      code: 429,
      error_code: 'over_email_send_rate_limit',
      msg: message,
    });
    const another = post('/auth/v1/otp', { email: cy.email });
    expect(await limit.refusal(another)).toBeNull();
    limit.clear();
    expect(await limit.refusal(ask())).toBeNull();
  });
  test('our backend limits nothing where no wait is configured', async () => {
    const limit = createCodeLimit(0);
    expect([await limit.refusal(ask()), await limit.refusal(ask())]).toEqual([null, null]);
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { LOCAL_ANON_KEY } from '../../local-backend/keys.ts';
import { ana, cy, tess } from '../people.ts';
import { backend, freshData, ORIGIN, operator, send, visitor } from './as.ts';
import { KAPE_TAYO } from './counter.ts';

beforeEach(freshData);

const text = async (path: string) => (await send(path)).text();

test('the backend leaves every other address to the site', async () => {
  const { fetch: ask } = await backend();
  for (const path of ['/', '/home', '/localhost', '/auth', '/auth/v2/token', '/rest/v10/stores']) {
    expect(await ask(new Request(new URL(path, ORIGIN)))).toBeNull();
  }
});

test('the backend refuses requests under any name but that of this machine', async () => {
  const { fetch: ask } = await backend();
  for (const host of ['192.168.1.20:4331', 'evil.example', 'localhost.evil.example', '128.0.0.1']) {
    for (const path of ['/rest/v1/stores', '/local/mailbox', '/local/counter']) {
      expect((await ask(new Request(`http://${host}${path}`)))?.status).toBe(403);
    }
  }
  for (const host of ['127.0.0.1:4331', 'localhost:9', '[::1]:4331']) {
    expect((await ask(new Request(`http://${host}/local`)))?.status).toBe(200);
  }
});

test('the index lists the demo’s people and the stand-ins', async () => {
  const page = await text('/local?isWebView=1');
  for (const part of [
    ana.name,
    ana.email,
    cy.name,
    tess.name,
    '/local/mailbox',
    '/local/counter',
  ]) {
    expect(page).toContain(part);
  }
  expect((await send('/local/page.css')).headers.get('content-type')).toContain('text/css');
  expect((await send('/local/nothing')).status).toBe(404);
});

describe('the mailbox', () => {
  test('the mailbox shows every one-time code, as a page and as JSON', async () => {
    await visitor().auth.signInWithOtp({ email: cy.email });
    const [mail] = await (await send(`/local/mail.json?to=${cy.email.toUpperCase()}`)).json();
    expect(mail).toMatchObject({ to: cy.email, code: expect.stringMatching(/^\d{6}$/) });
    expect(await text('/local/mailbox')).toContain(mail.code);
    expect(await text(`/local/mailbox?to=${cy.email}`)).toContain(mail.code);
    expect(await text(`/local/mailbox?to=${ana.email}`)).not.toContain(mail.code);
    expect(await (await send('/local/mail.json')).json()).toEqual([]);
  });

  test('the mailbox shows text as text', async () => {
    const to = '"><script>alert(1)</script>';
    const page = await text(`/local/mailbox?to=${encodeURIComponent(to)}`);
    expect(page).not.toContain('<script');
    expect(page).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  });
});

describe('the reset', () => {
  test('a reset restores the demo’s data', async () => {
    await operator.from('stores').update({ name: 'Changed' }).eq('id', KAPE_TAYO);
    await visitor().auth.signInWithOtp({ email: 'zoe@example.com' });
    expect((await send('/local/reset', { method: 'POST' })).status).toBe(204);
    const { data } = await operator.from('stores').select('name').eq('id', KAPE_TAYO).single();
    expect(data?.name).toBe('Kape Tayo');
    expect((await backend()).mail('zoe@example.com')).toEqual([]);
    const people = await (await backend()).query(`select * from auth.users where email ~ 'zoe'`);
    expect(people).toEqual([]);
  });

  test('a GET request cannot reset the data', async () => {
    await operator.from('stores').update({ name: 'Changed' }).eq('id', KAPE_TAYO);
    expect((await send('/local/reset')).status).toBe(405);
    const { data } = await operator.from('stores').select('name').eq('id', KAPE_TAYO).single();
    expect(data?.name).toBe('Changed');
  });
});

describe('the store counter', () => {
  test('the counter page offers every store, and its script loads', async () => {
    const page = await text('/local/counter?store=2&isWebView=1');
    expect(page).toContain('<option value="2">Mga Halo</option>');
    expect(page).toContain('Kapihan sa Dulo (suspended)');
    for (const [, script] of page.matchAll(/src="([^"]+)"/g)) {
      const response = await send(script ?? '');
      expect(response.headers.get('content-type')).toContain('text/javascript');
      expect(await response.text()).not.toMatch(/\.ts'|\binterface\b|: string/);
    }
  });

  test('the counter signs in as a member of the store and leaves no mail behind', async () => {
    const session = (store: string) =>
      send('/local/counter/session', { method: 'POST', body: store });
    const both = await Promise.all(['1', '1'].map(session));
    for (const response of both) {
      const { access_token: token, user } = await response.json();
      expect(user.email).toBe(tess.email);
      const headers = { apikey: LOCAL_ANON_KEY, authorization: `Bearer ${token}` };
      const mine = await send('/rest/v1/store_members?select=store_id', { headers });
      expect(await mine.json()).toEqual([{ store_id: KAPE_TAYO }]);
    }
    expect((await backend()).mail(tess.email)).toEqual([]);
    expect((await session('999')).status).toBe(404);
    expect((await session('x')).status).toBe(404);
  });
});

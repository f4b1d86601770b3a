import { beforeEach, describe, expect, test } from 'vitest';
import { LOCAL_ANON_KEY } from '../../local-backend/keys.ts';
import { createOriginCheck } from '../../local-backend/own-origin.ts';
import { SERVICE_KEY, TOKEN_SECRET } from '../keys.ts';
import { ana, cy, tess } from '../people.ts';
import { backend, freshData, ORIGIN, operator, send, visitor } from './as.ts';
import { KAPE_TAYO } from './counter.ts';
import { forgedToken } from './forged-token.ts';
import { http } from './http.ts';

/** What a page of another website, open in the same browser, could do to the demo on this machine. */
beforeEach(freshData);

/** The headers that a browser adds to a request of another website's page, by the kind of request. */
const FOREIGN: [string, Record<string, string>][] = [
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['another port of localhost', { origin: 'http://localhost:4399', 'sec-fetch-site': 'same-site' }],
  ['another name of this machine', { origin: 'http://127.0.0.1:4331' }],
  ['the same name with https', { origin: 'https://localhost:4331', 'sec-fetch-site': 'same-site' }],
  ['a file or a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ['another site without an origin', { 'sec-fetch-site': 'cross-site' }],
  ['another port without an origin', { 'sec-fetch-site': 'same-site' }],
  [
    'a page that says it is ours',
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  ],
];

const WRITES: [string, string, (object | string)?][] = [
  ['POST', '/local/reset'],
  ['POST', '/local/counter/session', '1'],
  ['POST', '/local/google?state=s', 'email=x'],
  ['POST', '/auth/v1/otp', { email: cy.email }],
  ['POST', '/auth/v1/signup', { email: 'new@example.com', password: 'correct horse' }],
  ['POST', '/auth/v1/verify', { type: 'email', email: cy.email, token: '000000' }],
  ['POST', '/auth/v1/token?grant_type=password', { email: cy.email, password: 'x' }],
  ['POST', '/auth/v1/callback', 'state=s'],
  ['POST', '/auth/v1/logout'],
  ['PUT', '/auth/v1/user', { data: {} }],
  ['POST', '/rest/v1/rewards', { title: 'Free', store_id: 1 }],
  ['PATCH', '/rest/v1/rewards?id=eq.1', { title: 'Free' }],
  ['PUT', '/rest/v1/rewards?id=eq.1', { title: 'Free' }],
  ['DELETE', '/rest/v1/rewards?id=eq.1'],
  ['POST', '/rest/v1/rpc/give_stamp', {}],
  ['POST', '/storage/v1/object/rewards/a.png', 'x'],
  ['PUT', '/storage/v1/object/rewards/a.png', 'x'],
  ['DELETE', '/storage/v1/object/rewards/a.png'],
];

const ask = (
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: object | string,
) =>
  send(path, {
    method,
    headers: { apikey: LOCAL_ANON_KEY, ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });

describe('a page of another website', () => {
  test.each(FOREIGN)('%s writes nothing', async (_name, headers) => {
    for (const [method, path, body] of WRITES) {
      const { status, headers: answered } = await ask(method, path, headers, body);
      expect([method, path, status]).toEqual([method, path, 403]);
      expect(answered.get('access-control-allow-origin')).toBeNull();
    }
    expect((await backend()).mail(cy.email)).toEqual([]);
  });

  test('another website cannot reset the demo, nor get a session at its till', async () => {
    await operator.from('stores').update({ name: 'Changed' }).eq('id', KAPE_TAYO);
    for (const [, headers] of FOREIGN) {
      await ask('POST', '/local/reset', headers);
      const session = await ask('POST', '/local/counter/session', headers, String(KAPE_TAYO));
      expect(await session.text()).not.toContain('access_token');
    }
    const { data } = await operator.from('stores').select('name').eq('id', KAPE_TAYO).single();
    expect(data?.name).toBe('Changed');
  });

  test('another website cannot read the mail, by a request, a script or an image', async () => {
    await visitor().auth.signInWithOtp({ email: ana.email });
    const path = `/local/mail.json?to=${ana.email}`;
    for (const [, headers] of FOREIGN) {
      const loaded = await ask('GET', path, { ...headers, 'sec-fetch-mode': 'no-cors' });
      expect(loaded.status).toBe(403);
      expect(await loaded.text()).not.toContain('code');
    }
    const { headers } = await send(path);
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  test('another website may lead to the local pages, which no frame shows', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    for (const path of ['/local', '/local/mailbox', '/local/counter', '/local/google?state=s']) {
      const page = await ask('GET', path, headers);
      expect(page.status).toBe(200);
      expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    }
  });

  test('another website is given no leave to read an answer or to send a header', async () => {
    for (const [, headers] of FOREIGN.filter(([, { origin }]) => origin !== undefined)) {
      for (const path of [
        '/auth/v1/settings',
        '/rest/v1/stores',
        '/storage/v1/object/public/x/y',
      ]) {
        for (const method of ['GET', 'OPTIONS']) {
          const names = { 'access-control-request-headers': 'apikey,authorization' };
          const answer = await ask(method, path, { ...headers, ...names });
          const leave = [...answer.headers.keys()].filter((name) => /^access-control/.test(name));
          expect([path, method, leave]).toEqual([path, method, []]);
          expect(answer.headers.get('vary')).toContain('origin');
        }
      }
    }
  });
});

describe('the site itself', () => {
  test('the site’s own pages and programs without a browser may write', async () => {
    const own = [
      {},
      { origin: ORIGIN, 'sec-fetch-site': 'same-origin' },
      { origin: ORIGIN },
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
    ];
    for (const headers of own) {
      expect((await ask('POST', '/auth/v1/otp', headers, { email: cy.email })).status).toBe(200);
      expect((await ask('POST', '/local/reset', headers)).status).toBe(204);
      expect((await ask('GET', `/local/mail.json?to=${cy.email}`, headers)).status).toBe(200);
    }
  });

  test('a page under another name of this machine is served by the server of that name', async () => {
    const url = 'http://127.0.0.1:4331/local/reset';
    const request = (origin: string) => new Request(url, { method: 'POST', headers: { origin } });
    const { fetch } = await backend();
    expect((await fetch(request('http://127.0.0.1:4331')))?.status).toBe(204);
    expect((await fetch(request('http://127.0.0.1:4332')))?.status).toBe(403);
  });

  test('a site that is configured to be elsewhere may call, and no other', () => {
    const check = createOriginCheck(['https://preview.example']);
    const request = (origin: string, method = 'POST') =>
      new Request(`${ORIGIN}/rest/v1/rpc/give_stamp`, {
        method,
        headers: { origin, 'access-control-request-headers': 'apikey,x-client-info' },
      });
    const leave = (origin: string, method?: string) => {
      const asked = request(origin, method);
      const { headers } = check.withCors(new Response(), asked);
      return [check.isAllowed(asked), headers.get('access-control-allow-origin')];
    };
    expect(leave('https://preview.example')).toEqual([true, 'https://preview.example']);
    expect(leave('https://preview.example.evil.example')).toEqual([false, null]);
    const preflight = check.withCors(new Response(), request('https://preview.example', 'OPTIONS'));
    expect(preflight.headers.get('access-control-allow-headers')).toBe('apikey,x-client-info');
    expect(preflight.headers.get('access-control-allow-methods')).toContain('DELETE');
    expect(preflight.headers.get('access-control-expose-headers')).toContain('Content-Range');
  });
});

describe('what another website could know', () => {
  /** Constants of earlier versions, which any page could have copied. */
  const KNOWN_SECRET = 'local-only-secret-of-the-embedded-backend';
  const KNOWN_KEY = 'sb_secret_local_stampcard';

  test('a token signed with the secret of earlier versions opens nothing', async () => {
    const exp = Math.floor(Date.now() / 1000) + 3600;
    const claims = { sub: tess.id, role: 'authenticated', aud: 'authenticated', exp };
    const members = '/rest/v1/store_members?select=store_id';
    expect((await http(forgedToken(claims, KNOWN_SECRET), members)).status).toBe(401);
    expect((await http(forgedToken(claims, TOKEN_SECRET), members)).json).toHaveLength(1);
  });

  test('the operator’s key of earlier versions opens nothing', async () => {
    const rows = (key: string) =>
      http(null, '/rest/v1/stamps?select=id&limit=1', { headers: { apikey: key } });
    expect((await rows(KNOWN_KEY)).status).toBe(401);
    expect((await rows(SERVICE_KEY)).json).toHaveLength(1);
  });
});

import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isFileLoadingAllowed, resolveConfig } from 'vite';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createOriginCheck } from '../../local-backend/front.ts';
import { LOCAL_ANON_KEY } from '../../local-backend/keys.ts';
import { ana, cy } from '../../local-backend/people.ts';
import { openSecrets } from '../../local-backend/secrets.ts';
import { unserved } from '../../scripts/server/data-folder.ts';
import { openBackend } from '../../scripts/server/product.ts';
import { DAY_MS } from '../../src/lib/domain/day.ts';
import { backend, freshData, mails, ORIGIN, operator, send, visitor } from '../database/as.ts';
import { KAPE_TAYO } from '../database/counter.ts';

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
  ['PUT', '/auth/v1/user', { data: {} }],
  ['PATCH', '/rest/v1/rewards?id=eq.1', { title: 'Free' }],
  ['DELETE', '/rest/v1/rewards?id=eq.1'],
  ['POST', '/rest/v1/rpc/give_stamp', {}],
  ['POST', '/storage/v1/object/rewards/a.png', 'x'],
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

test.each(FOREIGN)('%s writes nothing', async (_name, headers) => {
  for (const [method, path, body] of WRITES) {
    const { status, headers: answered } = await ask(method, path, headers, body);
    expect([method, path, status]).toEqual([method, path, 403]);
    expect(answered.get('access-control-allow-origin')).toBeNull();
  }
  expect(await mails(cy.email)).toEqual([]);
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

test('another website gets no permission to read an answer or to send a header', async () => {
  for (const [, headers] of FOREIGN.filter(([, { origin }]) => origin !== undefined)) {
    for (const path of ['/auth/v1/settings', '/rest/v1/stores', '/storage/v1/object/public/x/y']) {
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

test('a site that is configured at another address may call, and no other site', () => {
  const check = createOriginCheck(['https://preview.example']);
  const request = (origin: string, method = 'POST') =>
    new Request(`${ORIGIN}/rest/v1/rpc/give_stamp`, {
      method,
      headers: { origin, 'access-control-request-headers': 'apikey,x-client-info' },
    });
  const leave = (origin: string) => {
    const asked = request(origin);
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

const text = async (path: string) => (await send(path)).text();

test('the backend refuses requests under any name but this machine’s', async () => {
  const { fetch } = await backend();
  for (const host of ['192.168.1.20:4331', 'evil.example', 'localhost.evil.example', '128.0.0.1']) {
    for (const path of ['/rest/v1/stores', '/local/mailbox', '/local/counter']) {
      expect((await fetch(new Request(`http://${host}${path}`)))?.status).toBe(403);
    }
  }
  for (const host of ['127.0.0.1:4331', 'localhost:9', '[::1]:4331']) {
    expect((await fetch(new Request(`http://${host}/local`)))?.status).toBe(200);
  }
});

test('the mailbox shows text as text', async () => {
  const to = '"><script>alert(1)</script>';
  const page = await text(`/local/mailbox?to=${encodeURIComponent(to)}`);
  expect(page).not.toContain('<script');
  expect(page).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
});

test('a GET request cannot reset the data', async () => {
  await operator.from('stores').update({ name: 'Changed' }).eq('id', KAPE_TAYO);
  expect((await send('/local/reset')).status).toBe(405);
  const { data } = await operator.from('stores').select('name').eq('id', KAPE_TAYO).single();
  expect(data?.name).toBe('Changed');
});

/** A folder for data kept between starts. */
async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stampcard-data-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test('a database’s secrets are random, and only its owner can read those in its folder', async () => {
  const dataDir = await temporaryFolder();
  const files = ['secret-key', 'signing-key', 'signing-secret'];
  const open = (folder?: string) => openSecrets({ origin: ORIGIN, dataDir: folder });
  const kept = await open(dataDir);
  const again = await open(dataDir);
  expect(again).toEqual({ ...kept, serviceKey: again.serviceKey });
  expect(await readFile(join(dataDir, 'secret-key'), 'utf8')).toBe(again.serviceKey);
  expect((await readdir(dataDir)).sort()).toEqual(files);
  for (const file of files) {
    expect((await stat(join(dataDir, file))).mode & 0o777).toBe(0o600);
    await rm(join(dataDir, file));
  }
  const all = [kept, again, await open(dataDir), await open(), await open()];
  // One was read again; every other one is new.
  expect(new Set(all.map(({ jwtSecret }) => jwtSecret)).size).toBe(4);
  expect(new Set(all.map(({ signingKey: { d } }) => d)).size).toBe(4);
  expect(new Set(all.map(({ serviceKey }) => serviceKey)).size).toBe(5);
  for (const { jwtSecret, serviceKey } of all) {
    expect(jwtSecret).toMatch(/^[\w-]{43}$/);
    expect(serviceKey).toMatch(/^sb_secret_[\w-]{43}$/);
  }
});

test('data of another schema is set aside, and the demo starts over', async () => {
  const folder = join(await temporaryFolder(), 'demo');
  const opened = await openBackend(ORIGIN, folder);
  await opened.query("update supabase_migrations.schema_migrations set statements = '{select 1}'");
  await opened.query('truncate public.stores cascade');
  await opened.close();
  const log = vi.spyOn(console, 'log').mockReturnValue();
  const fresh = await openBackend(ORIGIN, folder);
  expect(log.mock.calls.join()).toContain(`is in ${folder}-before now`);
  log.mockRestore();
  expect(await fresh.query('select from public.stores')).not.toEqual([]);
  await fresh.close();
  expect(await readdir(`${folder}-before`)).toEqual(
    expect.arrayContaining(['postgres', 'signing-key']),
  );
});

test('the development server serves neither data nor keys', async () => {
  const root = process.cwd();
  const server = { fs: { deny: unserved('elsewhere/demo') } };
  const config = await resolveConfig({ configFile: false, root, server }, 'serve');
  const isServed = (path: string) => isFileLoadingAllowed(config, join(root, path));
  for (const folder of ['.data', '.data-2', 'elsewhere/demo', 'elsewhere/demo-before']) {
    expect(isServed(`${folder}/secret-key`)).toBe(false);
    expect(isServed(`${folder}/postgres/base/1`)).toBe(false);
  }
  expect(isServed('.env')).toBe(false);
  expect(isServed('src/lib/config.ts')).toBe(true);
});

test('a demo that is left running moves on with the calendar', async () => {
  /** The answer to one of two requests at once. */
  const onDay = async (days: number) => {
    vi.setSystemTime(Date.now() + days * DAY_MS);
    const path = '/rest/v1/events?select=id,date&order=date&limit=1';
    const answers = await Promise.all([1, 2].map(() => ask('GET', path, {})));
    return answers[0]?.json();
  };
  onTestFinished(() => void vi.useRealTimers());
  const [event] = await onDay(0);
  const [moved] = await onDay(40);
  expect(moved).toEqual({
    id: event.id,
    date: new Date(Date.parse(event.date) + 40 * DAY_MS).toISOString().replace('.000Z', '+00:00'),
  });
});

import { App, setExperimental } from '@supabase/lite';
import { createPgliteConnection } from '@supabase/lite/pglite';
import { beforeEach, describe, expect, test } from 'vitest';
import { LOCAL_ANON_KEY } from '../../local-backend/keys.ts';
import { createMailbox } from '../../local-backend/mailbox.ts';
import { createFiles } from '../../local-backend/shims/files.ts';
import { freshData, ORIGIN, send, signIn } from '../database/as.ts';
import { http, post } from '../database/http.ts';
import { ana } from '../people.ts';

/** The contracts of the shims of sessions and accounts: what lite does by itself, and what our backend does. */
beforeEach(freshData);

const renew = (refresh_token: string) =>
  post('/auth/v1/token?grant_type=refresh_token', { refresh_token });

/** Somebody's session in lite itself. */
async function sessionOfLite(email: string): Promise<Record<string, string>> {
  const { mailbox } = await bareBackend();
  await askBare(post('/auth/v1/otp', { email }));
  const token = mailbox.take(email)?.code;
  return (await askBare(post('/auth/v1/verify', { type: 'magiclink', email, token }))).json();
}

const headOf = (token = '') =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());

describe('the key of access tokens', () => {
  const KEYS = '/auth/v1/.well-known/jwks.json';
  test('lite signs with a secret, and publishes no key', async () => {
    const { access_token } = await sessionOfLite('kay@example.com');
    expect(headOf(access_token)).toEqual({ alg: 'HS256', typ: 'JWT' });
    expect(await (await read(KEYS)).json()).toEqual({ keys: [] });
  });
  test('our backend signs with a key that it publishes, in links of mails too', async () => {
    const [key] = (await (await send(KEYS)).json()).keys;
    const head = { alg: 'ES256', kid: key.kid, typ: 'JWT' };
    expect(headOf(await signIn(ana))).toEqual(head);
    const body = new URLSearchParams({ email: ana.email });
    const consent = await send('/auth/v1/authorize?provider=google');
    const chosen = await send(consent.headers.get('location') ?? '', { method: 'POST', body });
    const back = await send(chosen.headers.get('location') ?? '');
    const { hash } = new URL(back.headers.get('location') ?? '');
    const led = new URLSearchParams(hash.slice(1));
    expect(headOf(led.get('access_token') ?? '')).toEqual(head);
    expect((await send(renew(led.get('refresh_token') ?? ''))).status).toBe(200);
  });
});

describe('refresh tokens', () => {
  test('lite gives UUIDs, and refuses one whose successor was used', async () => {
    const first = await sessionOfLite('rae@example.com');
    expect(first.refresh_token).toMatch(/^[0-9a-f]{8}-/);
    const second = await (await askBare(renew(first.refresh_token ?? ''))).json();
    await askBare(renew(second.refresh_token));
    const again = await askBare(renew(first.refresh_token ?? ''));
    expect([again.status, await again.json()]).toMatchObject([
      400,
      { error_code: 'refresh_token_already_used' },
    ]);
  });
  // Ours: sign-in.test.ts and as-hosted-services.test.ts.
});

describe('a change of what is the operator’s', () => {
  test('lite makes the rest of it', async () => {
    const { access_token } = await sessionOfLite('max@example.com');
    const answer = await askBare(
      new Request(new URL('/auth/v1/user', ORIGIN), {
        method: 'PUT',
        headers: { ...HEADERS, authorization: `Bearer ${access_token}` },
        body: JSON.stringify({ data: { full_name: 'Max' }, app_metadata: { role: 'x' } }),
      }),
    );
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { user_metadata: { full_name: 'Max' } },
    ]);
  });
});

describe('an empty id', () => {
  test('lite takes it for none', async () => {
    const { connection } = await bareBackend();
    const { rows } = await connection.driver.query<{ body: string }>(
      `select pg_get_functiondef('auth.uid'::regproc) as body`,
    );
    expect(rows[0]?.body).toContain('NULLIF');
    expect(rows[0]?.body).not.toContain('request.jwt.claims');
  });
});

describe('filters that go on behind their end', () => {
  test('lite refuses them', async () => {
    for (const query of ['id=in.(1) or (1=1', 'or=(id.eq.1);drop table notes', 'content=eq.%00']) {
      const { status } = await read(`/rest/v1/notes?${query}`);
      expect([query, status >= 400]).toEqual([query, true]);
    }
  });
  test('our backend reads a list to its end, and what is none as lite does', async () => {
    const asked = async (query: string) =>
      (await http(null, `/rest/v1/stores?select=id&${query}`)).json;
    expect(await asked('id=in.(1)')).toEqual([{ id: 1 }]);
    expect(await asked('name=in.("Kape Tayo)",")")')).toEqual([]);
    expect(await asked('id=in.(1')).toMatchObject({ code: 'PGRST100' });
  });
});

describe('the type of an upload', () => {
  const upload = () =>
    new Request(new URL('/storage/v1/object/open/typed.png', ORIGIN), {
      method: 'POST',
      headers: { apikey: LOCAL_ANON_KEY, 'content-type': 'image/png; charset=utf-8' },
      body: 'x',
    });
  test('lite keeps its parameters, and names no code in a refusal', async () => {
    expect((await askBare(upload())).status).toBe(200);
    const { headers } = await read('/storage/v1/object/public/open/typed.png');
    expect(headers.get('content-type')).toBe('image/png; charset=utf-8');
    const refused = await read('/storage/v1/object/public/open/none.png');
    expect(await refused.json()).not.toHaveProperty('code');
  });
  // Ours: as-hosted-services.test.ts.
});

/** The embedded backend by itself, without a shim. */
async function startBare() {
  const mailbox = createMailbox();
  const connection = await createPgliteConnection();
  setExperimental('storage', true);
  const app = new App({
    connection,
    auth: {
      enabled: true,
      site_url: ORIGIN,
      jwt_secret: 'a-secret-of-the-bare-backend-only',
      publishable_key: LOCAL_ANON_KEY,
      external: { google: { enabled: true, client_id: 'local', secret: 'local' } },
    },
    storage: { enabled: true },
    options: { drivers: { email: mailbox } },
  });
  app._storageAdapter = createFiles(undefined);
  await app.ensureSystemSchema();
  await connection.driver.exec(TABLES);
  return { app, connection, mailbox };
}

const TABLES = `
  set timezone to 'UTC';
  create role anon; create role authenticated; create role service_role;
  create table public.notes (
    id int primary key,
    content text
  );
  grant select on public.notes to anon;
  insert into storage.buckets (id, name, public) values ('open', 'open', true);
  create policy "All roles upload" on storage.objects using (true) with check (true);
  insert into public.notes values (1, 'first');`;

let started: ReturnType<typeof startBare> | undefined;

/** Started by the first test that asks for it. */
function bareBackend(): ReturnType<typeof startBare> {
  started ??= startBare();
  return started;
}

const HEADERS = { apikey: LOCAL_ANON_KEY, 'content-type': 'application/json' };

const askBare = async (request: Request): Promise<Response> =>
  (await bareBackend()).app.fetch(request);

const read = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  askBare(new Request(new URL(path, ORIGIN), { headers: { ...HEADERS, ...headers } }));

import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { LOCAL_ANON_KEY } from '../../local-backend/keys.ts';
import { readPart } from '../../local-backend/messages.ts';
import { ana, ben, tess } from '../../local-backend/people.ts';
import { SERVICE_KEY, TOKEN_SECRET } from '../keys.ts';
import {
  anonymous,
  forgedToken,
  freshData,
  operator,
  sessionIn,
  signInByCode,
  sql,
  tokenOf,
  tokenOfAnotherKey,
  visitor,
} from './as.ts';
import { closedCode, openRedemption, redeem, refused } from './counter.ts';
import { byCode } from './doors.ts';
import { http } from './http.ts';

beforeEach(freshData);

const SECONDS = () => Math.floor(Date.now() / 1000);
const STAMPS = '/rest/v1/stamps?select=id';
const BUCKETS = '/storage/v1/bucket';

/** The public half of the pair that the backend signs sessions with. */
const publishedKey = async () => {
  const { json } = await http(null, '/auth/v1/.well-known/jwks.json');
  const { keys } = json as { keys: [JsonWebKey & { kid: string }] };
  expect(keys).toHaveLength(1);
  return keys[0];
};

/** What the backend itself puts into Ana's token. */
const claims = () => ({
  sub: ana.id,
  aud: 'authenticated',
  role: 'authenticated',
  email: ana.email,
  iat: SECONDS(),
  exp: SECONDS() + 3600,
});

test('a forged token is refused', async () => {
  const [header, payload, signature] = (await tokenOf(ben)).split('.');
  const anas = (await tokenOf(ana)).split('.')[1];
  const key = await publishedKey();
  const pem = createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
  const { kid } = key;
  for (const [name, token] of [
    ['signed with another secret', forgedToken(claims(), 'the-key-of-another-site')],
    ['signed with the public key of the site', forgedToken(claims(), LOCAL_ANON_KEY)],
    ['signed with an empty secret', forgedToken(claims(), '')],
    ['unsigned', forgedToken(claims(), '', 'none')],
    ['unsigned, in capitals', forgedToken(claims(), '', 'NONE')],
    ['unsigned, under the key’s name', forgedToken(claims(), '', 'none', { kid })],
    ['that says ES256 and is not signed', forgedToken(claims(), '', 'ES256', { kid })],
    ['of the operator', forgedToken({ ...claims(), role: 'service_role' }, 'guess')],
    ['of another key', tokenOfAnotherKey(claims())],
    ['of another key, under its name', tokenOfAnotherKey(claims(), { kid })],
    ['of another key, with a name that is none', tokenOfAnotherKey(claims(), { kid: null })],
    ['with the public half as a secret', forgedToken(claims(), `${pem}`, 'HS256', { kid })],
    ['that is none', 'garbage'],
    ['of three dots', '...'],
    ['of Ben with Ana’s claims', `${header}.${anas}.${signature}`],
    ['with another signature', `${header}.${payload}.${signature?.slice(0, -4)}AAAA`],
    ['without its signature', `${header}.${payload}.`],
  ] as const) {
    for (const path of [STAMPS, '/auth/v1/user', BUCKETS]) {
      const { status, text } = await http(token, path);
      expect.soft(path === BUCKETS ? [400] : [401, 403], `${name}: ${path}`).toContain(status);
      expect.soft(text, name).not.toContain(ana.email);
    }
  }
  expect((await http(ben, STAMPS)).status).toBe(200);
});

test('the public half of the key that signs sessions is published, and nothing of the other', async () => {
  const { kid, x, y, ...rest } = await publishedKey();
  expect(rest).toEqual({
    ...{ alg: 'ES256', kty: 'EC', crv: 'P-256', use: 'sig' },
    key_ops: ['verify'],
    // There if the service was given the key with it: nobody relies on it.
    ...('ext' in rest && { ext: true }),
  });
  expect([kid, x, y]).toEqual(Array(3).fill(expect.stringMatching(/^[\w-]{36,43}$/)));
});

test('sessions, also renewed ones, are signed with that key, and anybody can check them', async () => {
  const { auth } = await byCode(ana.email);
  const { kid } = await publishedKey();
  for (const { data } of [await auth.getSession(), await auth.refreshSession()]) {
    const token = data.session?.access_token ?? '';
    expect(readPart(token.split('.')[0])).toEqual({ alg: 'ES256', kid, typ: 'JWT' });
    // The library checks it by the published key, on its own.
    expect((await auth.getClaims(token)).data?.claims.sub).toBe(ana.id);
    expect((await http(token, STAMPS)).json).toHaveLength(7);
  }
});

test('an expired token is refused', async () => {
  const expired = { ...claims(), iat: SECONDS() - 7200, exp: SECONDS() - 3600 };
  const { status, json } = await http(forgedToken(expired, TOKEN_SECRET), STAMPS);
  expect([status, json]).toMatchObject([401, { code: 'PGRST303', message: 'JWT expired' }]);
});

test('a request without the site’s key, or with another key, is refused', async () => {
  for (const apikey of ['', 'sb_publishable_other', 'sb_secret_other', await tokenOf(ana)]) {
    const { status } = await http(null, STAMPS, { headers: { apikey } });
    expect(status).toBe(401);
  }
});

test('a client cannot use the operator’s interface to accounts', async () => {
  for (const who of [null, ana]) {
    for (const path of ['/auth/v1/admin/users', '/auth/v1/admin/generate_link', '/rest/v1/']) {
      const { status, text } = await http(who, path);
      expect(status).toBeGreaterThanOrEqual(401);
      expect(text).not.toContain('<html');
    }
  }
});

describe('passwords', () => {
  const email = 'victim@example.com';
  const password = 'correct horse battery';
  const REFUSAL = 'Please sign in with Google or with a one-time code.';

  /** The sessions of the account, past row security. */
  const sessions = async () =>
    sql(
      'select s.id from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1',
      [email],
    );

  test('an address that someone else registered with a password is its owner’s alone', async () => {
    const thief = visitor().auth;
    expect((await thief.signUp({ email, password })).data.session).toBeNull();
    const early = await thief.signInWithPassword({ email, password });
    expect(early.error?.code).toBe('email_not_confirmed');

    const owner = await signInByCode(email);
    expect(owner.error).toBeNull();
    expect(await sessions()).toHaveLength(1);
    const shared = await thief.signInWithPassword({ email, password });
    expect(shared).toMatchObject({ data: { session: null }, error: { message: REFUSAL } });
    expect(await sessions()).toHaveLength(1);
    expect((await owner.auth.refreshSession()).error).toBeNull();
  });

  test('a password that was set in a stolen session opens nothing once that session has ended', async () => {
    const { auth } = await signInByCode(email);
    expect((await auth.updateUser({ password })).error).toBeNull();
    await auth.signOut();
    const stolen = await visitor().auth.signInWithPassword({ email, password });
    expect(stolen).toMatchObject({ data: { session: null }, error: { message: REFUSAL } });
    expect(await sessions()).toEqual([]);
  });
});

test('what a stranger entered for an address leaves its owner a token that requests can carry', async () => {
  const usual = claims();
  const issued = async (entered: object) => {
    const event = { user_id: ana.id, claims: { ...usual, user_metadata: entered } };
    const [row] = await sql<{ answer: { claims: { user_metadata?: object } } }>(
      'select private.refuse_customer_passwords($1::text::jsonb) as answer',
      [JSON.stringify({ ...event, authentication_method: 'otp' })],
    );
    return row?.answer.claims;
  };
  const own = { full_name: ana.name, avatar_url: `https://pictures.example/${'x'.repeat(2000)}` };
  expect(await issued(own)).toEqual({ ...usual, user_metadata: own });
  const { user_metadata, ...rest } = (await issued({ full_name: 'x'.repeat(100_000) })) ?? {};
  expect([JSON.stringify(user_metadata)?.length, rest]).toEqual([undefined, usual]);
});

test('data that people enter about themselves changes no rights', async () => {
  const body = JSON.stringify({
    data: { role: 'service_role', store_id: 1, full_name: 'Tess Aquino' },
    role: 'service_role',
  });
  const { data } = await signInByCode(ben.email);
  const token = data.session?.access_token ?? '';
  const { json } = await http(token, '/auth/v1/user', { method: 'PUT', body });
  expect(json).toMatchObject({
    id: ben.id,
    role: 'authenticated',
    app_metadata: { provider: 'google' },
  });
  expect((await http(token, '/rest/v1/store_members?select=*')).json).toEqual([]);
  expect((await http(token, '/rest/v1/rewards?id=eq.1', { method: 'DELETE' })).json).toBe('');
  expect((await http(token, '/rest/v1/rewards?id=eq.1')).json).toHaveLength(1);
});

/** An access token opens the tables no longer than its session lasts. */
const ENDED = {
  code: 'PT401',
  message: 'Your session has ended. Please sign in again.',
  details: null,
  hint: null,
};

/** Somebody signed in on their own device: the token there, and what the device can do. */
async function device({ email }: typeof ana) {
  const { auth } = await byCode(email);
  const token = (await auth.getSession()).data.session?.access_token ?? '';
  return { auth, id: sessionIn(token), token, read: () => http(token, STAMPS) };
}

test('a log-out on one device ends the reads of the other', async () => {
  const [lost, mine] = [await device(ana), await device(ana)];
  expect((await lost.read()).json).toHaveLength(7);
  await mine.auth.signOut({ scope: 'global' });
  for (const { read } of [lost, mine]) {
    const { status, json } = await read();
    expect([status, json]).toEqual([401, ENDED]);
  }
});

test('another session of the same person goes on', async () => {
  const [first, second, third] = [await device(ana), await device(ana), await device(ana)];
  await first.auth.signOut({ scope: 'local' });
  expect([(await first.read()).status, (await second.read()).status]).toEqual([401, 200]);
  await third.auth.signOut({ scope: 'others' });
  expect([(await second.read()).status, (await third.read()).status]).toEqual([401, 200]);
});

test('an ended session reads, counts, calls and writes nothing, under any spelling', async () => {
  const { auth, token } = await device(tess);
  await auth.signOut({ scope: 'global' });
  const body = JSON.stringify({ title: 'Free', store_id: 1 });
  const calls: [string, RequestInit?][] = [
    ['/rest/v1/stores?select=id'],
    ['/rest/v1/%73tores?select=id'],
    ['/rest/v1/stores?select=id', { method: 'HEAD' }],
    ['/rest/v1/rpc/my_cards'],
    ['/rest/v1/rpc/my_cards', { method: 'POST', body: '{}' }],
    ['/rest/v1/rewards', { method: 'POST', body }],
    ['/rest/v1/rewards?id=eq.1', { method: 'PATCH', body }],
    ['/rest/v1/rewards?id=eq.1', { method: 'DELETE' }],
  ];
  const before = await operator.from('rewards').select().order('id');
  for (const [path, init] of calls) {
    const { status } = await http(token, path, init as never);
    expect([path, init?.method, status]).toEqual([path, init?.method, 401]);
  }
  expect((await operator.from('rewards').select().order('id')).data).toEqual(before.data);
});

test('an ended session opens no code, but still closes the one that was open', async () => {
  const code = await closedCode(ben);
  const { auth, token } = await device(ben);
  const opening_id = crypto.randomUUID();
  await openRedemption(ben, code, { id: opening_id });
  await auth.signOut({ scope: 'local' });
  const body = JSON.stringify({ opening_id });
  const call = (name: string, json: string) =>
    http(token, `/rest/v1/rpc/${name}`, { method: 'POST', body: json });
  const again = { ...JSON.parse(body), reward_id: 1, stamp_ids: [], stamps_needed: 1 };
  expect((await call('open_redemption', JSON.stringify(again))).json).toEqual(ENDED);
  expect((await call('close_redemption', body)).status).toBe(204);
  expect(refused(await redeem(tess, code))).toBe('code_not_open');
});

describe('the session of a request', () => {
  test('is not needed by a stranger or the operator', async () => {
    expect((await anonymous.from('stores').select('id')).error).toBeNull();
    expect((await operator.from('stamps').select('id')).error).toBeNull();
    expect((await http(null, STAMPS, { headers: { apikey: SERVICE_KEY } })).status).toBe(200);
  });

  const signed = (session_id?: unknown) => forgedToken({ ...claims(), session_id }, TOKEN_SECRET);

  test('is not needed in a token that the operator signed', async () => {
    for (const token of [signed(), signed(null)]) {
      expect((await http(token, STAMPS)).json).toHaveLength(7);
    }
  });

  test('opens nothing if it is another person’s or nobody’s', async () => {
    const bens = (await device(ben)).id;
    for (const session_id of [bens, crypto.randomUUID()]) {
      const { status, json } = await http(signed(session_id), STAMPS);
      expect([status, json]).toEqual([401, ENDED]);
    }
    expect((await http(ben, STAMPS)).status).toBe(200);
  });

  test('opens nothing if its id is invalid', async () => {
    const { id } = await device(ana);
    const ask = (session_id: unknown) =>
      sql(
        `select set_config('request.jwt.claim.sub', $1, false),
          set_config('request.jwt.claims', $2, false), public.refuse_ended_session()`,
        [ana.id, JSON.stringify({ sub: ana.id, session_id })],
      );
    try {
      await ask(id);
      const made = ['', 'x', '0', id.toUpperCase(), ` ${id}`, `${id}\n`, 7, {}, [id], true];
      for (const session_id of [...made, `${id}' or true --`]) {
        await expect(ask(session_id), String(session_id)).rejects.toMatchObject({ code: 'PT401' });
      }
    } finally {
      await ask(null);
      await sql(`select set_config('request.jwt.claim.sub', '', false),
        set_config('request.jwt.claims', '', false)`);
    }
  });
});

const OURS = 'pgrst.db_pre_request=public.refuse_ended_session';
const settings = async () => {
  const rows = await sql<{ setting: string }>(
    `select unnest(setconfig) as setting from pg_db_role_setting
        where setrole = 'authenticator'::regrole`,
  );
  // A hosted project has other settings there.
  return rows
    .map(({ setting }) => setting)
    .filter((one) => one.startsWith('pgrst.db_pre_request='));
};
/** Runs the block of the schema that does it, as a role that may alter roles or may not. */
async function switchOn(role = 'none'): Promise<void> {
  const url = new URL('../../supabase/schemas/75_customers.sql', import.meta.url);
  const blocks = (await readFile(url, 'utf8')).match(/^do \$\$.*?^\$\$;/gms) ?? [];
  const block = blocks.find((text) => text.includes('alter role authenticator')) ?? '';
  // The role lasts until the block ends, whichever connection runs it.
  await sql(block.replace(/\bbegin\b/, `$& set local role ${role};`));
}
const set = (value: string) => sql(`alter role authenticator ${value}`);

test('PostgREST is told which function to ask if a role may and the operator has set none', async () => {
  const theirs = 'pgrst.db_pre_request=public.theirs';
  expect(await settings()).toEqual([OURS]);
  try {
    await set(`set pgrst.db_pre_request = 'public.theirs'`);
    await switchOn();
    expect(await settings()).toEqual([theirs]);
    await set('reset pgrst.db_pre_request');
    await switchOn('authenticated');
    expect(await settings()).toEqual([]);
    await switchOn();
    expect(await settings()).toEqual([OURS]);
  } finally {
    await set(`set pgrst.db_pre_request = 'public.refuse_ended_session'`);
  }
});

import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { SERVICE_KEY, TOKEN_SECRET } from '../keys.ts';
import { ana, ben, tess } from '../people.ts';
import { anonymous, as, backend, freshData, operator, visitor } from './as.ts';
import { closedCode, openRedemption, redeem, refused } from './counter.ts';
import { byCode } from './doors.ts';
import { forgedToken } from './forged-token.ts';
import { http } from './http.ts';

/** An access token opens the tables no longer than its session lasts. */
beforeEach(freshData);

const STAMPS = '/rest/v1/stamps?select=id';
const ENDED = {
  code: 'PT401',
  message: 'Your session has ended. Please sign in again.',
  details: null,
  hint: null,
};

/** Somebody signed in on a device of their own: the token there, and what the device can do. */
async function device({ email }: typeof ana) {
  const { auth } = await byCode(email);
  const token = (await auth.getSession()).data.session?.access_token ?? '';
  const [, payload = ''] = token.split('.');
  const id: string = JSON.parse(Buffer.from(payload, 'base64url').toString()).session_id;
  return { auth, id, token, read: () => http(token, STAMPS) };
}

describe('a session that has ended', () => {
  test('a log-out on one device ends the reads of the other', async () => {
    const [lost, mine] = [await device(ana), await device(ana)];
    expect((await lost.read()).json).toHaveLength(7);
    await mine.auth.signOut({ scope: 'global' });
    for (const { read } of [lost, mine]) {
      const { status, json } = await read();
      expect([status, json]).toEqual([401, ENDED]);
    }
  });

  test('a renewal of it is refused as well', async () => {
    const [lost, mine] = [await device(ana), await device(ana)];
    await mine.auth.signOut({ scope: 'global' });
    expect((await lost.auth.refreshSession()).error?.status).toBe(400);
  });

  test('another session of the same person goes on', async () => {
    const [first, second, third] = [await device(ana), await device(ana), await device(ana)];
    await first.auth.signOut({ scope: 'local' });
    expect([(await first.read()).status, (await second.read()).status]).toEqual([401, 200]);
    await third.auth.signOut({ scope: 'others' });
    expect([(await second.read()).status, (await third.read()).status]).toEqual([401, 200]);
  });

  test('a session that is renewed goes on, with the token from before too', async () => {
    const { auth, read } = await device(ana);
    await auth.refreshSession();
    expect((await read()).status).toBe(200);
  });

  test('a session removed by the operator, and one of an account that is gone, read nothing', async () => {
    const [anas, bens] = [await device(ana), await device(ben)];
    await (await backend()).query('delete from auth.sessions where user_id = $1', [ana.id]);
    expect((await anas.read()).status).toBe(401);
    await (await backend()).query('delete from auth.users where id = $1', [ben.id]);
    expect((await bens.read()).status).toBe(401);
  });

  test('nothing is read, counted, called or written with it, under any spelling', async () => {
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

  test('it opens no code, and still closes the one that was open', async () => {
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
});

describe('what names no session', () => {
  test('a stranger and the operator are not asked for one', async () => {
    expect((await anonymous.from('stores').select('id')).error).toBeNull();
    expect((await operator.from('stamps').select('id')).error).toBeNull();
    expect((await http(null, STAMPS, { headers: { apikey: SERVICE_KEY } })).status).toBe(200);
  });

  const seconds = () => Math.floor(Date.now() / 1000);
  const signed = (session_id?: unknown) =>
    forgedToken(
      { sub: ana.id, role: 'authenticated', exp: seconds() + 60, session_id },
      TOKEN_SECRET,
    );

  test('an operator’s own token without a session passes', async () => {
    for (const token of [signed(), signed(null)]) {
      expect((await http(token, STAMPS)).json).toHaveLength(7);
    }
  });

  test('a session of another person, or of nobody, opens nothing', async () => {
    const bens = (await device(ben)).id;
    for (const session_id of [bens, crypto.randomUUID()]) {
      const { status, json } = await http(signed(session_id), STAMPS);
      expect([status, json]).toEqual([401, ENDED]);
    }
    expect((await http(ben, STAMPS)).status).toBe(200);
  });

  test('what is no id of a session is the id of none', async () => {
    const { id } = await device(ana);
    const database = await backend();
    const ask = (session_id: unknown) =>
      database.query(
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
      await database.query(`select set_config('request.jwt.claim.sub', '', false),
        set_config('request.jwt.claims', '', false)`);
    }
  });

  test('the storage asks for none, hosted neither', async () => {
    const { auth, token } = await device(tess);
    await auth.signOut({ scope: 'global' });
    expect((await http(token, '/storage/v1/bucket')).status).toBe(200);
  });

  test('the function tells a client that calls it no more than whether its own session lasts', async () => {
    expect((await (await as(ana)).rpc('refuse_ended_session')).status).toBe(204);
    expect((await visitor().rpc('refuse_ended_session')).status).toBe(204);
  });
});

describe('the switch', () => {
  const OURS = 'pgrst.db_pre_request=public.refuse_ended_session';
  const settings = async () => {
    const rows = await (await backend()).query<{ setting: string }>(
      `select unnest(setconfig) as setting from pg_db_role_setting
        where setrole = 'authenticator'::regrole`,
    );
    // A hosted project has others there.
    return rows
      .map(({ setting }) => setting)
      .filter((one) => one.startsWith('pgrst.db_pre_request='));
  };
  /** The block of the schema that does it, as a role that may alter roles, or may not. */
  async function switchOn(role = 'none'): Promise<void> {
    const url = new URL('../../supabase/schemas/75_customers.sql', import.meta.url);
    const blocks = (await readFile(url, 'utf8')).match(/^do \$\$.*?^\$\$;/gms) ?? [];
    const block = blocks.find((sql) => sql.includes('alter role authenticator')) ?? '';
    // Until the block ends, whatever connection it comes to.
    await (await backend()).query(block.replace(/\bbegin\b/, `$& set local role ${role};`));
  }
  const set = async (value: string) => (await backend()).query(`alter role authenticator ${value}`);

  test('PostgREST is told which function to ask', async () => {
    expect(await settings()).toEqual([OURS]);
    await set('reset pgrst.db_pre_request');
    await switchOn();
    expect(await settings()).toEqual([OURS]);
  });

  test('a function that the operator has there already stays', async () => {
    await set(`set pgrst.db_pre_request = 'public.theirs'`);
    try {
      await switchOn();
      expect(await settings()).toEqual(['pgrst.db_pre_request=public.theirs']);
    } finally {
      await set(`set pgrst.db_pre_request = 'public.refuse_ended_session'`);
    }
  });

  test('where the role may not be altered, the migration goes on without', async () => {
    await set('reset pgrst.db_pre_request');
    try {
      await switchOn('authenticated');
      expect(await settings()).toEqual([]);
    } finally {
      await set(`set pgrst.db_pre_request = 'public.refuse_ended_session'`);
    }
  });
});

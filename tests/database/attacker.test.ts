import fc from 'fast-check';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { ana, ben, tess } from '../../local-backend/people.ts';
import { freshData, sql } from './as.ts';
import { countOf, customerCode, give, KAPE_TAYO, redeem, redemptionCode } from './counter.ts';
import { http } from './http.ts';

beforeAll(freshData);

describe('Ana’s rows', () => {
  /** Every word that only a row of Ana's could bring into an answer. */
  const hers = [ana.id, 'KT-1041', 'KT-1077', 'KT-1103', 'KT-1150', 'MH-0310', 'MH-0352'];

  test('no query shows Ben anything of Ana’s', async () => {
    for (const query of [
      `stamps?user_id=neq.${ben.id}`,
      `stamps?or=(id.gt.0,and(user_id.eq.${ana.id},id.lt.9999))`,
      `stamps?not.or=(user_id.eq.${ben.id})`,
      `stamps?id=in.(1,2,3,4,5,6,7)`,
      `stamps?invoice_or_number=like.KT*`,
      `stamps?select=id,stores(name,stamps(*))`,
      `redemptions?user_id=eq.${ana.id}`,
      `redemptions?select=*,rewards(*,redemptions(*))`,
      `stores?select=name,stamps!inner(*)&stamps.user_id=eq.${ana.id}`,
      `stores?select=name,store_members(*)`,
      `store_members?user_id=neq.${ben.id}`,
    ]) {
      const { status, text } = await http(ben, `/rest/v1/${query}`);
      expect.soft(status, query).toBeLessThan(500);
      for (const word of hers) {
        expect.soft(text, query).not.toContain(word);
      }
      const signedOut = await http(null, `/rest/v1/${query}`);
      expect.soft([400, 401], query).toContain(signedOut.status);
    }
  });

  test('no count tells Ben anything', async () => {
    for (const query of [
      `stamps?user_id=neq.${ben.id}`,
      `redemptions?user_id=neq.${ben.id}`,
      `store_members?store_id=eq.${KAPE_TAYO}`,
      `stores?select=id,stamps!inner(id)&stamps.user_id=eq.${ana.id}`,
    ]) {
      const count = { method: 'HEAD', headers: { prefer: 'count=exact' } };
      const { status, headers } = await http(ben, `/rest/v1/${query}`, count);
      expect.soft([status, headers.get('content-range')], query).toEqual([200, '*/0']);
    }
  });

  test('an aggregate of stamps and the plan of a query are refused', async () => {
    for (const select of ['count()', 'stamp_count.sum()']) {
      const { json } = await http(ben, `/rest/v1/stamps?select=${select}`);
      expect.soft(json, select).toMatchObject({ code: 'PGRST123' });
    }
    const headers = { accept: 'application/vnd.pgrst.plan+json' };
    expect((await http(ben, '/rest/v1/stamps', { headers })).status).toBe(406);
  });

  test('no table or function of another schema can be reached', async () => {
    for (const [table, schema] of [
      ['till_idempotency_keys', 'private'],
      ['users', 'auth'],
      ['objects', 'storage'],
      ['pg_authid', 'pg_catalog'],
    ] as const) {
      for (const who of [null, tess]) {
        const headers = { 'accept-profile': schema };
        const named = await http(who, `/rest/v1/${table}`, { headers });
        expect.soft([named.status, named.json], table).toMatchObject([406, { code: 'PGRST106' }]);
        expect.soft((await http(who, `/rest/v1/${schema}.${table}`)).status, table).toBe(404);
      }
    }
    for (const name of ['my_store_ids', 'spend_stamps', 'set_config', 'pg_sleep']) {
      const call = { method: 'POST', body: '{}' };
      const path = `/rest/v1/rpc/${name}`;
      expect.soft((await http(tess, path, call)).status, name).toBe(404);
      const headers = { 'content-profile': 'private' };
      expect.soft((await http(tess, path, { ...call, headers })).status, name).toBe(406);
    }
  });
});

test('give_stamp refuses odd arguments without an internal error', async () => {
  const good = {
    payload: customerCode(ben),
    store_id: KAPE_TAYO,
    stamp_count: 1,
    invoice: '',
    request_id: crypto.randomUUID(),
  };
  const before = await countOf('stamps');
  for (const changed of [
    { stamp_count: 'many' },
    { stamp_count: 1.5 },
    { store_id: "1'; drop table stamps" },
    { request_id: 'again' },
    { invoice: '\u0000' },
    { payload: { uid: '\u0000', hash: '' } },
    { payload: 'deep' },
    { member_id: tess.id },
  ]) {
    const deep = `${'['.repeat(1000)}${']'.repeat(1000)}`;
    const body = JSON.stringify({ ...good, ...changed }).replace('"deep"', deep);
    const { status } = await http(tess, '/rest/v1/rpc/give_stamp', { method: 'POST', body });
    expect.soft(status, body.slice(0, 200)).toBeGreaterThanOrEqual(400);
    expect.soft(status, body.slice(0, 200)).toBeLessThan(500);
  }
  expect(await countOf('stamps')).toBe(before);
});

// Short when it is sent, but 131,072 digits in full: a thousand of them would take a gigabyte.
test.each([
  `give_stamp('{"uid": [1e131071]}', 1, 1, '', null)`,
  `redeem_reward('{"stamp_ids": [1e131071]}', '', null)`,
])('a huge number in a code is refused before it is written out, by %s', async (call) => {
  await expect(sql(`select public.${call}`)).rejects.toMatchObject({ code: 'PT413' });
});

/**
 * Arbitrary input, scanned or typed, down to SQL. FUZZ_CASES sets the number of cases of a test,
 * FUZZ_SEED repeats a run: a failure prints its seed and the smallest input that fails.
 */
describe('a code with arbitrary content', () => {
  const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
  const numRuns = Number(process.env.FUZZ_CASES ?? 100);

  vi.setConfig({ testTimeout: 3_600_000 });

  /** Any JSON value. NUL is the one character that the database cannot store: it has its own refusal. */
  const anyJson = fc.jsonValue({ maxDepth: 3, stringUnit: 'grapheme-composite' });

  const corrupted = (good: Record<string, unknown>) =>
    fc
      .record({
        key: fc.constantFrom(...Object.keys(good)),
        value: fc.oneof(
          anyJson,
          fc.constantFrom(-1, 0, 1.5, 2 ** 53, '', ' ', '1 ', '01', 'null', '\u0000', ana.id, [[]]),
        ),
      })
      .map(({ key, value }) => ({ ...good, [key]: value }));

  /** Anything that is nearly such a code is refused with one of these statuses. */
  async function fuzz(
    good: Record<string, unknown>,
    call: (payload: unknown) => ReturnType<typeof give>,
    refusals: readonly number[],
  ): Promise<void> {
    process.stdout.write(`${numRuns} cases, seed ${seed}\n`);
    const isRefused = fc.asyncProperty(fc.oneof(anyJson, corrupted(good)), async (payload) => {
      const result = await call(payload);
      expect(refusals).toContain('refusal' in result ? result.refusal.status : 200);
    });
    await fc.assert(isRefused, { seed, numRuns });
  }

  test('give_stamp gives nothing for an arbitrary code, without an internal error', async () => {
    const before = await countOf('stamps');
    const good = { ...customerCode(ana), hash: 'ffffffff' };
    await fuzz(good, (payload) => give(tess, payload), [400, 404, 410, 422]);
    expect(await countOf('stamps')).toBe(before);
  });

  test('redeem_reward redeems nothing for an arbitrary code, without an internal error', async () => {
    const before = await countOf('redemptions');
    const good = { ...(await redemptionCode(ana)) };
    await fuzz(good, (payload) => redeem(tess, payload), [400, 403, 404, 409, 422]);
    expect(await countOf('redemptions')).toBe(before);
  });
});

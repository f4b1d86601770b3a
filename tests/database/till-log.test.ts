import { beforeEach, describe, expect, test } from 'vitest';
import { ana, ben, cy, type DemoPerson, mario, tess } from '../people.ts';
import { anonymous, as, backend, freshData, operator } from './as.ts';
import {
  answered,
  BARAKO,
  closedCode,
  customerCode,
  give,
  KAPE_TAYO,
  MGA_HALO,
  redeem,
  redemptionCode,
  refused,
} from './counter.ts';
import { http } from './http.ts';

beforeEach(freshData);

const logOf = async (member: DemoPerson, store_id = KAPE_TAYO, page: object = {}) => {
  const { data } = await (await as(member)).rpc('till_log', { store_id, ...page }).throwOnError();
  return data;
};

const remove = async ({ id }: DemoPerson) =>
  (await backend()).query('delete from auth.users where id = $1', [id]);

describe('what the log holds', { tags: ['till-log'] }, () => {
  test('a stamp given is in the log of its store', async () => {
    const { stamp_id } = answered(
      await give(tess, customerCode(ana), { count: 2, invoice: 'A-7' }),
    );
    expect(await logOf(tess)).toMatchObject([
      {
        call: 'give_stamp',
        outcome: 'done',
        member_id: tess.id,
        customer_id: ana.id,
        stamp_count: 2,
        invoice: 'A-7',
        stamp_id,
      },
    ]);
  });

  test('a redemption is in the log of its store', async () => {
    const { redemption_id } = answered(await redeem(tess, await redemptionCode(ben)));
    expect(await logOf(tess)).toMatchObject([
      { call: 'redeem_reward', outcome: 'done', stamp_count: 10, reward_id: BARAKO, redemption_id },
    ]);
  });

  test('refusals are in the log, and change nothing else', async () => {
    const requestId = crypto.randomUUID();
    refused(await give(tess, customerCode(ana), { count: 101, requestId }));
    refused(await give(tess, { uid: 'nobody' }));
    refused(await redeem(tess, await closedCode(ben)));
    expect(await logOf(tess)).toMatchObject([
      { call: 'redeem_reward', outcome: 'code_not_open', customer_id: ben.id, reward_id: BARAKO },
      { call: 'give_stamp', outcome: 'unreadable_code', customer_id: null },
      { outcome: 'bad_stamp_count', stamp_count: 101, request_id: requestId, customer_id: ana.id },
    ]);
  });

  test('a repeated call is in the log once, a repeated refusal each time', async () => {
    const requestId = crypto.randomUUID();
    for (const _ of [1, 2]) {
      answered(await give(tess, customerCode(ana), { requestId }));
      refused(await give(tess, customerCode(ana), { count: 0 }));
    }
    const outcomes = (await logOf(tess)).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['bad_stamp_count', 'bad_stamp_count', 'done']);
  });

  test('a call for another store is in the log of the member’s own', async () => {
    refused(await give(mario, customerCode(ana)));
    expect(await logOf(mario, MGA_HALO)).toMatchObject([{ outcome: 'wrong_store' }]);
    expect(await logOf(tess)).toEqual([]);
  });

  test('people who work in no store leave nothing in any log', async () => {
    refused(await give(ana, customerCode(ana)));
    const rows = await (await backend()).query('select from private.till_log');
    expect(rows).toEqual([]);
  });

  test('an invoice of a megabyte leaves 64 characters', async () => {
    refused(await give(tess, customerCode(ana), { invoice: 'i'.repeat(1e6) }));
    expect((await logOf(tess))[0]?.invoice).toHaveLength(64);
  });
});

test('a refusal has the status and the form of an error of the database', async () => {
  const reply = await http(tess, '/rest/v1/rpc/give_stamp', {
    method: 'POST',
    body: JSON.stringify({
      payload: customerCode(ana),
      store_id: KAPE_TAYO,
      stamp_count: 0,
      invoice: '',
      request_id: crypto.randomUUID(),
    }),
  });
  expect([reply.status, reply.json]).toEqual([
    422,
    {
      code: 'PT422',
      message: 'Please give between 1 and 100 stamps.',
      details: 'bad_stamp_count',
      hint: null,
    },
  ]);
});

describe('the log outlives accounts', { tags: ['till-log-outlives-accounts'] }, () => {
  test('the rows about a deleted customer stay, with ids and nothing else of the person', async () => {
    answered(await give(tess, customerCode(ana), { invoice: 'A-7' }));
    answered(await redeem(tess, await redemptionCode(ben), { notes: 'for Ben' }));
    const before = await logOf(tess);
    await remove(ana);
    await remove(ben);
    expect(await logOf(tess)).toEqual(before);
    const words = JSON.stringify(before);
    for (const { name, email } of [ana, ben]) {
      expect(words).not.toContain(name.split(' ')[0]);
      expect(words).not.toContain(email);
    }
  });

  test('who did it is known after the member is deleted', async () => {
    await operator.from('store_members').insert({ user_id: mario.id, store_id: KAPE_TAYO });
    answered(await give(tess, customerCode(ana)));
    await remove(tess);
    expect(await logOf(mario)).toMatchObject([{ member_id: tess.id, outcome: 'done' }]);
  });

  test('no row is changed or removed, not by the owner of the database either', async () => {
    answered(await give(tess, customerCode(ana)));
    const owner = await backend();
    for (const statement of [
      `update private.till_log set outcome = 'nothing'`,
      'delete from private.till_log',
    ]) {
      await expect(owner.query(statement)).rejects.toThrow('append-only');
    }
  });

  test('not even the secret key may write in it', async () => {
    const rights = await (await backend()).query<{ privilege: string }>(
      `select privilege_type as privilege from information_schema.role_table_grants
        where table_schema = 'private' and table_name = 'till_log' and grantee = 'service_role'`,
    );
    expect(rights).toEqual([{ privilege: 'SELECT' }]);
  });
});

describe('who reads the log', { tags: ['till-log-members-only'] }, () => {
  test('members read their own store’s part alone', async () => {
    answered(await give(tess, customerCode(cy)));
    const foreign = await (await as(mario)).rpc('till_log', { store_id: KAPE_TAYO });
    expect([foreign.status, foreign.error?.details]).toEqual([403, 'wrong_store']);
    const customer = await (await as(cy)).rpc('till_log', { store_id: KAPE_TAYO });
    expect([customer.status, customer.error?.details]).toEqual([403, 'not_a_member']);
    const stranger = await anonymous.rpc('till_log', { store_id: KAPE_TAYO });
    expect(stranger.error?.code).toBe('42501');
  });

  test('a former member reads it no more', async () => {
    await operator.from('store_members').delete().eq('user_id', tess.id);
    const { error } = await (await as(tess)).rpc('till_log', { store_id: KAPE_TAYO });
    expect(error?.details).toBe('not_a_member');
  });

  test('the log is read page by page, newest first, each row once', async () => {
    // As if three tills had called in the same microsecond, twice.
    await (await backend()).query(
      `insert into private.till_log (happened_at, store_id, call, outcome, stamp_count)
        select timestamptz '2026-11-22 10:00+08' + number / 3 * interval '1 hour', $1,
            'give_stamp', 'done', number
          from generate_series(1, 7) as number`,
      [KAPE_TAYO],
    );
    const read: number[] = [];
    let page: object = { page_size: 2 };
    for (;;) {
      const rows = await logOf(tess, KAPE_TAYO, page);
      const last = rows.at(-1);
      if (!last) break;
      read.push(...rows.map(({ stamp_count }) => stamp_count));
      page = { page_size: 2, before: last.happened_at, before_id: last.id };
    }
    expect(read).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });

  test.each([
    [0, 1],
    [-5, 1],
    [1000, 3],
    [null, 3],
  ])('a page of %s rows is none too small or too large', async (page_size, expected) => {
    for (const _ of [1, 2, 3]) {
      answered(await give(tess, customerCode(cy)));
    }
    expect(await logOf(tess, KAPE_TAYO, { page_size })).toHaveLength(expected);
  });
});

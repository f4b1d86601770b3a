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

beforeEach(freshData);

const logOf = async (member: DemoPerson, store_id = KAPE_TAYO, page: object = {}) => {
  const { data } = await (await as(member)).rpc('till_log', { store_id, ...page }).throwOnError();
  return data;
};

const remove = async ({ id }: DemoPerson) =>
  (await backend()).query('delete from auth.users where id = $1', [id]);

test('a stamp given is in the log of its store', async () => {
  const { stamp_id } = answered(await give(tess, customerCode(ana), { count: 2, invoice: 'A-7' }));
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

test('what the log holds of a code of another day, no customer and no invoice', async () => {
  const yesterday = customerCode(ana, Date.now() - 25 * 60 * 60 * 1000);
  for (const payload of [yesterday, { uid: ana.id, hash: '00000000' }, { uid: ana.id }]) {
    refused(await give(tess, payload, { invoice: 'YOU OWE 500 PESOS' }));
  }
  const nobody = { customer_id: null, invoice: null };
  expect(await logOf(tess)).toMatchObject([
    { outcome: 'unreadable_code', ...nobody },
    { outcome: 'stale_code', ...nobody },
    { outcome: 'stale_code', ...nobody },
  ]);
  const { data } = await (await as(ana)).rpc('my_data', { part: 'scans' }).throwOnError();
  expect(data).toEqual([]);
});

test('what the log holds of a code of rewards, no customer who never had a stamp of the store', async () => {
  const code = { ...(await closedCode(ben)), user_id: cy.id };
  refused(await redeem(tess, code));
  expect(await logOf(tess)).toMatchObject([{ outcome: 'not_their_stamps', customer_id: null }]);
  // Nor in the log of another store than the one that gave them.
  answered(await give(tess, customerCode(cy)));
  refused(await redeem(mario, await closedCode(cy)));
  expect(await logOf(mario, MGA_HALO)).toMatchObject([
    { outcome: 'wrong_store', customer_id: null },
  ]);
  const { data } = await (await as(cy)).rpc('known_about_me').throwOnError();
  expect(data).toMatchObject([{ seen_by: ['Kape Tayo'], scans: 1 }]);
});

/** So many calls with a code that is none, in one transaction. */
const refuse = async (member: DemoPerson, calls: number) =>
  (await backend()).query(
    `with member as materialized (select set_config('request.jwt.claim.sub', $1, true))
      select count(private.give_stamp_logged('{}', $2, 1, '', gen_random_uuid()))
        from member, generate_series(1, $3::int)`,
    [member.id, KAPE_TAYO, calls],
  );
const rowsOfLog = async () => (await backend()).query('select from private.till_log');

test('a thousand refusals of a day are three hundred rows, and one with the number of the others', async () => {
  await refuse(tess, 1000);
  expect(await rowsOfLog()).toHaveLength(301);
  const [newest, before] = await logOf(tess);
  expect(newest).toMatchObject({
    call: 'give_stamp',
    outcome: 'more_refused',
    member_id: tess.id,
    customer_id: null,
    more_refused: 700,
  });
  expect(before).toMatchObject({ outcome: 'unreadable_code', more_refused: null });
  expect(refused(await give(tess, {}))).toBe('unreadable_code');
  expect((await logOf(tess))[0]).toEqual({ ...newest, more_refused: 701 });
});

test('each member has their own, on each day', async () => {
  await operator.from('store_members').insert({ user_id: mario.id, store_id: KAPE_TAYO });
  await refuse(tess, 302);
  await refuse(mario, 1);
  expect((await logOf(tess))[0]).toMatchObject({ outcome: 'unreadable_code' });
  await (await backend()).query(`update private.till_refusals set day = day - 1`);
  await refuse(tess, 1);
  expect((await logOf(tess))[0]).toMatchObject({ outcome: 'unreadable_code' });
  expect(await rowsOfLog()).toHaveLength(303);
});

describe('old months', () => {
  const drop = async (month: string, atMost = 100) => {
    const [row] = await (await backend()).query<{ dropped: number }>(
      'select private.drop_till_log_before($1::date, $2::int) as dropped',
      [month, atMost],
    );
    return row?.dropped;
  };

  /** A call and a refusal of the last moment of a month, of the first of the next one, and of now. */
  beforeEach(async () => {
    await (await backend()).query(
      `insert into private.till_log (happened_at, store_id, member_id, call, outcome)
        select at::timestamptz, $1, $2, 'give_stamp', outcome
          from unnest(array['2026-01-31 23:59+08', '2026-02-01 00:00+08']) as at,
            unnest(array['done', 'more_refused']) as outcome`,
      [KAPE_TAYO, tess.id],
    );
    await (await backend()).query(
      `insert into private.till_refusals (store_id, member_id, day, more)
        select $1, $2, day::date, 5 from unnest(array['2026-01-31', '2026-02-01']) as day`,
      [KAPE_TAYO, tess.id],
    );
    refused(await give(tess, {}));
  });

  test('the owner of the database drops whole months, and what is newer stays', async () => {
    expect(await drop('2026-02-17')).toBe(2);
    expect((await logOf(tess)).map(({ outcome, more_refused }) => [outcome, more_refused])).toEqual(
      [
        ['unreadable_code', null],
        ['more_refused', 5],
        ['done', null],
      ],
    );
    const counted = await (await backend()).query('select from private.till_refusals');
    expect(counted).toHaveLength(2);
    expect(await drop('2026-02-17')).toBe(0);
  });

  test('the last 31 days stay', async () => {
    await expect(drop(new Date().toISOString())).rejects.toThrow(
      'The last 31 days of the log stay.',
    );
  });

  test('not even the secret key drops anything', async () => {
    const [right] = await (await backend()).query<{ may: boolean }>(
      `select has_function_privilege('service_role', 'private.drop_till_log_before(date, integer)',
        'execute') as may`,
    );
    expect(right).toEqual({ may: false });
  });
});

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

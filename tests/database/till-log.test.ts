import { beforeEach, describe, expect, test } from 'vitest';
import { ana, ben, cy, type DemoPerson, mario, tess } from '../../local-backend/people.ts';
import { as, freshData, sql } from './as.ts';
import {
  answered,
  BARAKO,
  changeStore,
  closedCode,
  customerCode,
  dismiss,
  give,
  giveTo,
  hire,
  KAPE_TAYO,
  logOf,
  MGA_HALO,
  openRedemption,
  redeem,
  redeemFor,
  refused,
  refusedTo,
  removeAccount,
} from './counter.ts';

/** What tills leave behind: rows of the log, and answers for a call that is repeated. */
beforeEach(freshData);

test('stamps given and redemptions are in the log of their store, without names', async () => {
  const { stamp_id } = await giveTo(ana, { count: 2, invoice: 'A-7' });
  const { redemption_id } = await redeemFor(ben, 'for Ben');
  const log = await logOf(tess);
  expect(log).toMatchObject([
    { call: 'redeem_reward', outcome: 'done', stamp_count: 10, reward_id: BARAKO, redemption_id },
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
  // The rows stay when the people are gone, even the member who served them.
  await hire(mario);
  for (const person of [ana, ben, tess]) await removeAccount(person);
  expect(await logOf(mario)).toEqual(log);
  const words = JSON.stringify(log);
  for (const { name, email } of [ana, ben]) {
    expect(words).not.toContain(name.split(' ')[0]);
    expect(words).not.toContain(email);
  }
});

test('refusals are in the log, and change nothing else', async () => {
  const requestId = crypto.randomUUID();
  await refusedTo(ana, { count: 101, requestId });
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
    await giveTo(ana, { requestId });
    await refusedTo(ana, { count: 0 });
  }
  const outcomes = (await logOf(tess)).map(({ outcome }) => outcome);
  expect(outcomes).toEqual(['bad_stamp_count', 'bad_stamp_count', 'done']);
});

test('a call for another store is in the log of the member’s own store, a non-member’s in none', async () => {
  refused(await give(mario, customerCode(ana)));
  refused(await give(ana, customerCode(ana)));
  expect(await logOf(mario, MGA_HALO)).toMatchObject([{ outcome: 'wrong_store' }]);
  expect(await rowsOfLog()).toHaveLength(1);
  // If they work in both, it is in the log of the store that was asked.
  await hire(mario);
  refused(await give(mario, {}, { store: MGA_HALO }));
  expect(await logOf(mario, MGA_HALO)).toHaveLength(2);
});

test('the log names no customer and no invoice for a code of another day', async () => {
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
});

test('for a redemption code the log names no customer who never had a stamp of the store', async () => {
  const code = { ...(await closedCode(ben)), user_id: cy.id };
  refused(await redeem(tess, code));
  expect(await logOf(tess)).toMatchObject([{ outcome: 'not_their_stamps', customer_id: null }]);
  // Nor does the log of a store other than the one that gave the stamps.
  await giveTo(cy);
  refused(await redeem(mario, await closedCode(cy)));
  expect(await logOf(mario, MGA_HALO)).toMatchObject([
    { outcome: 'wrong_store', customer_id: null },
  ]);
});

/** So many calls with an unreadable code, in one transaction. */
const refuse = (member: DemoPerson, calls: number) =>
  sql(
    `with member as materialized (select set_config('request.jwt.claim.sub', $1, true))
      select count(private.give_stamp_logged('{}', $2, 1, '', gen_random_uuid()))
        from member, generate_series(1, $3::int)`,
    [member.id, KAPE_TAYO, calls],
  );
const rowsOfLog = () => sql('select from private.till_log');

test('a thousand refusals in a day make three hundred rows, and one that counts the others', async () => {
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

test('each member has their own limit on rows of refusals, on each day', async () => {
  await hire(mario);
  await refuse(tess, 302);
  await refuse(mario, 1);
  expect((await logOf(tess)).slice(0, 3)).toMatchObject([
    { outcome: 'unreadable_code', member_id: mario.id },
    { outcome: 'more_refused', more_refused: 2 },
    { outcome: 'unreadable_code', member_id: tess.id },
  ]);
  await sql(`update private.till_refusals set day = day - 1`);
  await refuse(tess, 1);
  expect((await logOf(tess))[0]).toMatchObject({ outcome: 'unreadable_code' });
  expect(await rowsOfLog()).toHaveLength(303);
});

test('the owner of the database can drop whole months, but not the last 31 days', async () => {
  const drop = (month: string) =>
    sql('select private.drop_till_log_before($1::date, 100) as dropped', [month]);
  // A call and a refusal of the last moment of a month, of the first of the next one, and of now.
  await sql(
    `insert into private.till_log (happened_at, store_id, member_id, call, outcome)
      select at::timestamptz, $1, $2, 'give_stamp', outcome
        from unnest(array['2026-01-31 23:59+08', '2026-02-01 00:00+08']) as at,
          unnest(array['done', 'more_refused']) as outcome`,
    [KAPE_TAYO, tess.id],
  );
  await sql(
    `insert into private.till_refusals (store_id, member_id, day, more)
      select $1, $2, day::date, 5 from unnest(array['2026-01-31', '2026-02-01']) as day`,
    [KAPE_TAYO, tess.id],
  );
  refused(await give(tess, {}));
  expect(await drop('2026-02-17')).toEqual([{ dropped: 2 }]);
  expect((await logOf(tess)).map(({ outcome, more_refused }) => [outcome, more_refused])).toEqual([
    ['unreadable_code', null],
    ['more_refused', 5],
    ['done', null],
  ]);
  expect(await sql('select from private.till_refusals')).toHaveLength(2);
  expect(await drop('2026-02-17')).toEqual([{ dropped: 0 }]);
  await expect(drop(new Date().toISOString())).rejects.toThrow('The last 31 days of the log stay.');
});

test('no row can be changed or removed, even by the database’s owner or with the secret key', async () => {
  await giveTo(ana);
  for (const statement of [
    `update private.till_log set outcome = 'nothing'`,
    'delete from private.till_log',
  ]) {
    await expect(sql(statement)).rejects.toThrow('append-only');
  }
  const rights = await sql(
    `select has_function_privilege('service_role', 'private.drop_till_log_before(date, integer)', 'execute') as drops`,
  );
  expect(rights).toEqual([{ drops: false }]);
});

test('members read only their own store’s log, and nothing once they have left', async () => {
  await giveTo(cy);
  const refusal = async (person: DemoPerson) => {
    const { error, status } = await (await as(person)).rpc('till_log', { store_id: KAPE_TAYO });
    return [status, error?.details];
  };
  expect(await refusal(mario)).toEqual([403, 'wrong_store']);
  expect(await refusal(cy)).toEqual([403, 'not_a_member']);
  await dismiss(tess);
  expect(await refusal(tess)).toEqual([403, 'not_a_member']);
});

test('the log is read page by page, newest first, each row once', async () => {
  // As if three tills had called in the same microsecond, twice.
  await sql(
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
  for (const [page_size, expected] of [
    [0, 1],
    [-5, 1],
    [1000, 7],
    [null, 7],
  ]) {
    expect.soft(await logOf(tess, KAPE_TAYO, { page_size })).toHaveLength(expected as number);
  }
});

describe('a till that asks again under the same request id', () => {
  test('has its call carried out once the reason of a refusal is gone', async () => {
    const requestId = crypto.randomUUID();
    await changeStore({ daily_stamps: 1 });
    const giving = { requestId, count: 2 };
    expect(await refusedTo(cy, giving)).toBe('daily_limit');
    expect(await refusedTo(cy, giving)).toBe('daily_limit');
    await changeStore({ daily_stamps: 2 });
    await giveTo(cy, giving);

    const code = await closedCode(ben);
    const other = crypto.randomUUID();
    expect(refused(await redeem(tess, code, { requestId: other }))).toBe('code_not_open');
    await openRedemption(ben, code);
    answered(await redeem(tess, code, { requestId: other }));
  });

  const kept = async () =>
    (await sql<{ id: string }>('select request_id as id from private.till_idempotency_keys'))
      .map(({ id }) => id)
      .sort();

  const given = async () => {
    const requestId = crypto.randomUUID();
    await giveTo(cy, { requestId });
    return requestId;
  };
  /** As if the answer had been given so many days ago. */
  const age = (days: number, requestId: string) =>
    sql(
      `update private.till_idempotency_keys set created_at = now() - $1 * interval '1 day'
        where request_id = $2`,
      [days, requestId],
    );
  const sweep = (atMost: string) => sql(`select private.sweep_idempotency_keys(${atMost}) as gone`);

  test('finds its answer for seven days', async () => {
    const [young, old] = [await given(), await given()];
    await age(6.9, young);
    await age(7.1, old);
    const newest = await given();
    expect(await kept()).toEqual([young, newest].sort());
  });

  test('finds its answer until other calls remove it, each five at most, the oldest first', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 7; index += 1) ids.push(await given());
    for (const [index, id] of ids.entries()) await age(20 - index, id);
    await redeemFor(ben);
    expect(await kept()).toEqual(expect.arrayContaining(ids.slice(5)));
    expect(await kept()).toHaveLength(3);
    expect(await sweep('1')).toEqual([{ gone: 1 }]);
    expect(await sweep('')).toEqual([{ gone: 1 }]);
  });
});

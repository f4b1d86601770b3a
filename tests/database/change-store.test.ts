import { beforeEach, describe, expect, test } from 'vitest';
import { appDayStart } from '../../src/lib/domain/day.ts';
import { ana, mario, tess } from '../people.ts';
import { anonymous, as, type Client, freshData, operator } from './as.ts';
import { customerCode, give, KAPE_TAYO, refused } from './counter.ts';
import { createStore, dayIn, everyStore, MERIENDA, membersOf } from './operator.ts';

/** The operator's side: who joins a store that is there, who leaves it, and what it gives besides. */
beforeEach(freshData);

const add = (member: string, store_id = KAPE_TAYO, client: Client = operator) =>
  client.rpc('add_store_member', { store_id, member });
const remove = (member: string, store_id = KAPE_TAYO, client: Client = operator) =>
  client.rpc('remove_store_member', { store_id, member });
const offer = (change: object = {}, client: Client = operator) => {
  const { reward_title: title, ...reward } = MERIENDA;
  return client.rpc('add_store_reward', { store_id: KAPE_TAYO, title, ...reward, ...change });
};

describe('members', () => {
  test('a second member is added, once, by address or by id', async () => {
    const answer = { store_id: KAPE_TAYO, store_name: 'Kape Tayo', member_id: ana.id };
    expect((await add(` ${ana.email.toUpperCase()}`)).data).toEqual({ ...answer, changed: true });
    expect((await add(ana.id)).data).toEqual({ ...answer, changed: false });
    expect(await membersOf(KAPE_TAYO)).toEqual([ana.id, tess.id]);
  });

  test('a member who leaves gives no stamps from then on', async () => {
    const answer = { store_id: KAPE_TAYO, store_name: 'Kape Tayo', member_id: tess.id };
    expect((await remove(tess.email)).data).toEqual({ ...answer, changed: true, members_left: 0 });
    expect(refused(await give(tess, customerCode(ana)))).toBe('not_a_member');
    expect((await remove(tess.id)).data).toEqual({ ...answer, changed: false, members_left: 0 });
  });

  test('a member of two stores stays in the other', async () => {
    await add(mario.email);
    await remove(mario.email, 2);
    const { data } = await (await as(mario)).from('store_members').select('store_id');
    expect(data).toEqual([{ store_id: KAPE_TAYO }]);
  });

  test.each([
    ['to a store that is not there', () => add(ana.email, 999), 404, 'unknown_store'],
    ['without an account', () => add('new@example.com'), 404, 'unknown_member'],
    ['by the id of nobody', () => add(crypto.randomUUID()), 404, 'unknown_account'],
    ['by a name', () => add('Ana'), 422, 'bad_member'],
    ['from a store that is not there', () => remove(tess.email, 999), 404, 'unknown_store'],
    ['from it without an account', () => remove('n@b.co'), 404, 'unknown_member'],
  ])('a member %s is refused, and nothing changes', async (_what, act, ...expected) => {
    const before = await everyStore();
    const { error, status } = await act();
    expect([status, error?.details]).toEqual(expected);
    expect(await everyStore()).toBe(before);
  });

  test('the refusal names the store or the person', async () => {
    expect((await add(ana.email, 999)).error?.message).toBe('There is no store 999.');
    expect((await remove('n@b.co')).error?.message).toBe('There is no account of n@b.co.');
  });
});

describe('one more reward', () => {
  test('a reward is entered once, from its first day through its last', async () => {
    const days = { first_day: dayIn(-1), last_day: dayIn(9) };
    const first = await offer(days).throwOnError();
    const { reward_id, ...answer } = first.data as Record<string, unknown>;
    expect(answer).toEqual({ store_id: KAPE_TAYO, store_name: 'Kape Tayo', changed: true });
    expect((await offer(days)).data).toEqual({ ...answer, reward_id, changed: false });
    const { data } = await operator.from('rewards').select().eq('title', 'Free merienda');
    expect(data).toHaveLength(1);
    const [reward] = data ?? [];
    expect(reward).toMatchObject({ id: reward_id, store_id: KAPE_TAYO, stamps_needed: 8 });
    expect([reward?.date_start, reward?.date_end].map((date) => Date.parse(date ?? ''))).toEqual([
      appDayStart(days.first_day),
      appDayStart(days.last_day),
    ]);
  });

  test.each([
    ['another price', { stamps_needed: 9 }],
    ['another first day', { first_day: dayIn(1) }],
    ['another last day', { last_day: dayIn(31) }],
    ['a photo', { photo: 'https://example.com/a.png' }],
    ['another title', { title: 'Free halo-halo' }],
  ])('with %s it is another reward', async (_what, change) => {
    await offer().throwOnError();
    expect((await offer(change)).data).toMatchObject({ changed: true });
  });

  test.each([
    ['of a store that is not there', { store_id: 999 }, 404, 'unknown_store'],
    ['without a title', { title: null }, 422, 'bad_title'],
    ['for 0 stamps', { stamps_needed: 0 }, 422, 'bad_stamps_needed'],
    ['that ends in eleven years', { last_day: dayIn(4020) }, 422, 'bad_dates'],
  ])('a reward %s is refused', async (_what, change, ...expected) => {
    const before = await everyStore();
    const { error, status } = await offer(change);
    expect([status, error?.details]).toEqual(expected);
    expect(await everyStore()).toBe(before);
  });
});

describe('who may call', () => {
  type Call = (client: Client) => PromiseLike<{ error: { code: string } | null }>;
  const calls: [string, Call][] = [
    ['create_store', (client) => createStore({}, client)],
    ['add_store_member', (client) => add(ana.email, KAPE_TAYO, client)],
    ['remove_store_member', (client) => remove(tess.email, KAPE_TAYO, client)],
    ['add_store_reward', (client) => offer({}, client)],
  ];

  test.each(calls)('%s is for the secret key alone', async (_name, call) => {
    const before = await everyStore();
    for (const client of [anonymous, await as(ana), await as(tess), await as(mario)]) {
      expect((await call(client)).error?.code).toBe('42501');
    }
    expect(await everyStore()).toBe(before);
    expect((await call(operator)).error).toBeNull();
    expect(await everyStore()).not.toBe(before);
  });
});

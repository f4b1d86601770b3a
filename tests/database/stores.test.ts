import { beforeEach, expect, test } from 'vitest';
import { ana, ben, cy, tess } from '../../local-backend/people.ts';
import { appDayStart } from '../../src/lib/domain/day.ts';
import { ADDRESSES, NO_ADDRESSES } from '../addresses.ts';
import { as, freshData, operator, sql } from './as.ts';
import { answered, customerCode, give, hire, KAPE_TAYO, MGA_HALO, refused } from './counter.ts';
import { startAsGuest } from './doors.ts';
import {
  created,
  createStore,
  dayIn,
  everyStore,
  MERIENDA,
  membersOf,
  type StoreRequest,
} from './operator.ts';

/** The operator's side: a store with its first member and reward, in one call (supabase/README.md). */
beforeEach(freshData);

const storeOf = async (id: number) => {
  const { data } = await operator.from('stores').select().eq('id', id).single().throwOnError();
  return data;
};

const refusal = async (request: StoreRequest) => {
  const { error, status } = await createStore(request);
  return [status, error?.details];
};

test('the store, its first member and its first reward are made in one call', async () => {
  const answer = await created({
    member: ana.id,
    address: '9 Maginhawa Street',
    logo_url: 'https://example.com/logo.png',
    ...MERIENDA,
    photo: 'https://example.com/merienda.jpg',
  });
  expect(answer).toEqual({
    store_id: expect.any(Number),
    store_name: 'Turo-Turo',
    created: true,
    member_id: ana.id,
    reward_id: expect.any(Number),
  });
  expect(await storeOf(answer.store_id)).toMatchObject({
    name: 'Turo-Turo',
    address: '9 Maginhawa Street',
    logo_url: 'https://example.com/logo.png',
    suspended: false,
  });
  expect(await membersOf(answer.store_id)).toEqual([ana.id]);
  const reward = (await operator.from('rewards').select().eq('id', answer.reward_id)).data?.[0];
  expect(reward).toMatchObject({
    store_id: answer.store_id,
    store_name: 'Turo-Turo',
    title: 'Free merienda',
    photo: 'https://example.com/merienda.jpg',
    stamps_needed: 8,
    date_start: null,
  });
  expect(Date.parse(reward?.date_end ?? '')).toBe(appDayStart(MERIENDA.last_day));
});

test('name and member are enough, however they are spaced and spelled', async () => {
  const answer = await created({
    name: '  Turo\n\tTuro  ',
    member: ` ${ana.email.toUpperCase()} `,
    address: '   ',
  });
  expect(answer).toMatchObject({ store_name: 'Turo Turo', reward_id: null });
  // Its first member gives its stamps at once.
  const given = await give(ana, customerCode(cy), { store: answer.store_id });
  expect(answered(given)).toMatchObject({ store_name: 'Turo Turo', stamps_held: 1 });
  expect(await storeOf(answer.store_id)).toMatchObject({ address: null, logo_url: null });
  expect(await membersOf(answer.store_id)).toEqual([ana.id]);
});

test('a name keeps the joiners of its script and emoji, and nothing else that is invisible', async () => {
  for (const [name, called] of [
    ['قهوه\u200Cخانه', 'قهوه\u200Cخانه'],
    ['ශ්\u200Dරී ☕\uFE0F', 'ශ්\u200Dරී ☕\uFE0F'],
    ['❤\uFE0F\u200D🔥 👩\u200D🍳\u200D', '❤\uFE0F\u200D🔥 👩\u200D🍳'],
    ['\u200DKa\u200Cpe\uFE0F \u200D\u200D Ta\u200Byo\u202E', 'Kape Tayo'],
  ] as const) {
    const answer = await created({ name, address: '9 Maginhawa Street', reward_title: name });
    expect.soft(answer.store_name).toBe(called);
    const { data } = await operator.from('rewards').select('title').eq('id', answer.reward_id);
    expect.soft(data).toEqual([{ title: called }]);
  }
  const { data } = await (await as(ana)).rpc('search_stores', { term: 'قهوهخانه' });
  expect(data).toMatchObject([{ name: 'قهوه\u200Cخانه' }]);
});

test('the same call again makes no second store, member or reward', async () => {
  const request = { ...MERIENDA, member: ana.email };
  const first = await created(request);
  const after = await everyStore();
  expect(await created(request)).toEqual({ ...first, created: false });
  const shouted = await created({ ...request, name: 'TURO-TURO ' });
  expect(shouted).toEqual({ ...first, created: false });
  expect(await everyStore()).toBe(after);
  // With an address it is a branch.
  const branch = { ...request, address: '9 Maginhawa Street' };
  expect(await created(branch)).toMatchObject({ created: true });
  // With an accent it is another name.
  expect(await created({ ...request, name: 'Turo-Turó' })).toMatchObject({ created: true });
});

test('the same name with any other detail is refused, and nothing changes', async () => {
  const cases: [string, StoreRequest][] = [
    ['another member', { member: cy.email }],
    ['a member without an account', { member: 'nobody@example.com' }],
    ['another reward', { ...MERIENDA, stamps_needed: 9 }],
    ['another logo', { logo_url: 'https://example.com/new.png' }],
  ];
  for (const [what, change] of cases) {
    const { store_id } = await created(MERIENDA);
    const after = await everyStore();
    const { error, status } = await createStore(change);
    expect.soft([status, error?.details], what).toEqual([409, 'store_exists']);
    expect
      .soft(error?.message, what)
      .toBe(
        `There is a store Turo-Turo already, number ${store_id}, and not with this member, ` +
          'logo and reward. Change it by its number, or give the new store an address of its own.',
      );
    expect.soft(await everyStore(), what).toBe(after);
  }
});

const LONG = `https://example.com/${'x'.repeat(1981)}`;
const TEA = { reward_title: 'Tea' };

test('a store with anything odd is refused, and nothing of it is made', async () => {
  const cases: [string, StoreRequest, number, string][] = [
    ['no name', { name: ' \n ' }, 422, 'bad_name'],
    ['a name of joiners', { name: '\uFE0F\u200D\u200D\uFE0F\uFE0F' }, 422, 'bad_name'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 422, 'bad_name'],
    ['an address of 501 characters', { address: 'x'.repeat(501) }, 422, 'bad_address'],
    ['a logo without TLS', { logo_url: 'http://example.com/a.png' }, 422, 'bad_logo'],
    ['a logo of 2001 characters', { logo_url: LONG }, 422, 'bad_logo'],
    ['no member', { member: null }, 422, 'bad_member'],
    ['a member that is a name', { member: 'Ana' }, 422, 'bad_member'],
    ['an address too long for one', { member: `${'a'.repeat(250)}@b.co` }, 422, 'bad_member'],
    ['the id of nobody', { member: crypto.randomUUID() }, 404, 'unknown_account'],
    ['the address of nobody', { member: 'n@b.co' }, 404, 'unknown_member'],
    ['a reward without a title', { reward_title: ' ' }, 422, 'bad_title'],
    ['a reward for no stamps', { ...TEA, stamps_needed: 0 }, 422, 'bad_stamps_needed'],
    ['a reward that ended long ago', { ...TEA, last_day: dayIn(-400) }, 422, 'bad_dates'],
    [
      'a reward that ends before it begins',
      { ...TEA, first_day: dayIn(3), last_day: dayIn(2) },
      ...([422, 'bad_dates'] as const),
    ],
    ['a photo that is none', { ...TEA, photo: 'tea.jpg' }, 422, 'bad_photo'],
  ];
  for (const [what, change, ...expected] of cases) {
    const before = await everyStore();
    expect.soft(await refusal(change), what).toEqual(expected);
    expect.soft(await everyStore(), what).toBe(before);
  }
});

test('an address is valid here exactly if the login form accepts it', async () => {
  const taken = (addresses: readonly string[]) =>
    sql('select a from unnest($1::text[]) as a where private.is_email(a)', [addresses]);
  expect(await taken(NO_ADDRESSES)).toEqual([]);
  expect(await taken(ADDRESSES)).toHaveLength(ADDRESSES.length);
});

test('a guest has no account, and so can’t work in a store', async () => {
  const { id } = await startAsGuest();
  expect(await refusal({ member: id })).toEqual([404, 'unknown_account']);
});

const setPassword = (person: string) =>
  sql('update auth.users set encrypted_password = $2 where id = $1', [
    person,
    'of a stranger, who was first',
  ]);
const withPassword = async () => {
  const rows = await sql<{ id: string }>(
    'select id from auth.users where encrypted_password is not null order by id',
  );
  return rows.map(({ id }) => id);
};

test('joining a first store removes a password from before, and everyone else keeps theirs', async () => {
  await Promise.all([ana.id, ben.id, cy.id, tess.id].map(setPassword));
  const { store_id } = await created({});
  await operator.rpc('add_store_member', { store_id, member: tess.email }).throwOnError();
  await operator.rpc('add_store_member', { store_id, member: cy.email }).throwOnError();
  expect(await withPassword()).toEqual([ben.id, tess.id].sort());
});

const add = (member: string, store_id = KAPE_TAYO) =>
  operator.rpc('add_store_member', { store_id, member });
const remove = (member: string, store_id = KAPE_TAYO) =>
  operator.rpc('remove_store_member', { store_id, member });
const offer = (change: object = {}) => {
  const { reward_title: title, ...reward } = MERIENDA;
  return operator.rpc('add_store_reward', { store_id: KAPE_TAYO, title, ...reward, ...change });
};

test('a second member is added, once, by address or by id', async () => {
  const answer = { store_id: KAPE_TAYO, store_name: 'Kape Tayo', member_id: ana.id };
  expect((await add(` ${ana.email.toUpperCase()}`)).data).toEqual({ ...answer, changed: true });
  expect((await add(ana.id)).data).toEqual({ ...answer, changed: false });
  expect(await membersOf(KAPE_TAYO)).toEqual([ana.id, tess.id]);
});

test('a member who leaves can’t give stamps from then on', async () => {
  const answer = { store_id: KAPE_TAYO, store_name: 'Kape Tayo', member_id: tess.id };
  expect((await remove(tess.email)).data).toEqual({ ...answer, changed: true, members_left: 0 });
  expect(refused(await give(tess, customerCode(ana)))).toBe('not_a_member');
  expect((await remove(tess.id)).data).toEqual({ ...answer, changed: false, members_left: 0 });
});

test('a member who leaves one store goes on working in another', async () => {
  await hire(tess, MGA_HALO);
  await remove(tess.email);
  expect(await membersOf(KAPE_TAYO)).toEqual([]);
  expect(await membersOf(MGA_HALO)).toContain(tess.id);
});

test('an invalid member or reward is refused, and nothing changes', async () => {
  for (const [what, act, ...expected] of [
    ['to a store that is not there', () => add(ana.email, 999), 404, 'unknown_store'],
    ['without an account', () => add('new@example.com'), 404, 'unknown_member'],
    ['from a store that is not there', () => remove(tess.email, 999), 404, 'unknown_store'],
    ['from it without an account', () => remove('n@b.co'), 404, 'unknown_member'],
    ['a reward of no store', () => offer({ store_id: 999 }), 404, 'unknown_store'],
    ['a reward without a title', () => offer({ title: null }), 422, 'bad_title'],
  ] as const) {
    const before = await everyStore();
    const { error, status } = await act();
    expect.soft([status, error?.details], what).toEqual(expected);
    expect.soft(await everyStore(), what).toBe(before);
  }
});

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

test('a reward that differs in anything is another reward', async () => {
  for (const [what, change] of [
    ['another price', { stamps_needed: 9 }],
    ['another first day', { first_day: dayIn(1) }],
    ['another last day', { last_day: dayIn(31) }],
    ['a photo', { photo: 'https://example.com/a.png' }],
    ['another title', { title: 'Free halo-halo' }],
  ] as const) {
    await offer().throwOnError();
    expect.soft((await offer(change)).data, what).toMatchObject({ changed: true });
  }
});

test('a store is removed with its members and rewards, unless a customer has stamps of it', async () => {
  const { store_id } = await created(MERIENDA);
  const removal = async () =>
    (await operator.from('stores').delete().eq('id', store_id)).error?.code;
  const card = { user_id: cy.id, store_id, store_name: 'Turo-Turo', stamp_count: 1 };
  await operator.from('stamps').insert(card).throwOnError();
  expect(await removal()).toBe('23503');
  expect(await membersOf(store_id)).toEqual([ana.id]);
  await operator.from('stamps').delete().eq('store_id', store_id).throwOnError();
  expect(await removal()).toBeUndefined();
  const { data } = await operator.from('rewards').select().eq('title', MERIENDA.reward_title);
  expect([data, await membersOf(store_id)]).toEqual([[], []]);
});

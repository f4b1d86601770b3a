// @vitest-environment node
import { expect, test } from 'vitest';
import { ana, ben, MORNING, openPage, sessionOf } from '../state/open-page.ts';
import { calls, keepSession } from './calls.ts';
import { type Answer, noFunction, rows } from './fake-backend.ts';

const on = new AbortController().signal;

/** Entries with the ids from…to, as the function answers them. */
const entries = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({
    id: from + index,
    entry: { id: from + index },
  }));

/** A part of so many entries, in pages of three. */
const pages = (total: Record<string, number>): Answer => {
  return (asked) => {
    const after = Number(asked.query.get('after'));
    const last = Math.min(after + 3, total[asked.query.get('part') ?? ''] ?? 0);
    return rows(entries(after + 1, last))(asked);
  };
};

async function collect(onProgress: (entries: number) => void = () => undefined) {
  return (await calls()).collectMyData(ana, MORNING, onProgress, on);
}

test('everything that is kept is read page after page, until nothing comes', async () => {
  const { backend } = await openPage('/profile', { as: ana });
  backend.answer('rest/rpc/my_data', pages({ account: 1, stamps: 7, redemptions: 2, scans: 0 }));
  backend.answer('rest/rpc/my_cards', rows([{ store_id: 3, store_name: 'Kape', stamp_count: 4 }]));
  const progress: number[] = [];
  const data = await collect((count) => progress.push(count));
  expect(data).toMatchObject({ at: MORNING, isComplete: true, account: { id: 1 }, scans: [] });
  expect(data.stamps.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(data.redemptions).toHaveLength(2);
  expect(data.cards).toMatchObject([{ store_id: '3', store_name: 'Kape', stamp_count: 4 }]);
  expect(progress).toEqual([1, 4, 7, 8, 10]);
  const [first] = backend.of('rest/rpc/my_data');
  expect([first?.method, ...(first?.query ?? [])]).toEqual([
    'GET',
    ['part', 'account'],
    ['after', '0'],
    ['page_size', '1000'],
  ]);
});

test('a backend that sends the same page again and again is not asked for ever', async () => {
  const { backend } = await openPage('/profile', { as: ana });
  backend.answer('rest/rpc/my_data', rows(entries(1, 3)));
  expect((await collect()).stamps).toHaveLength(3);
});

test('everything that is kept is, without the function, what the tables let the customer read', async () => {
  const { backend } = await openPage('/profile', { as: ana });
  backend.answer('rest/rpc/my_data', noFunction);
  backend.answer('rest/stamps', (asked) =>
    rows(asked.query.has('id') ? [] : [{ id: 'b-1', stamp_count: 2 }])(asked),
  );
  backend.answer('rest/redemptions', rows([{ id: 'r-1' }]));
  const data = await collect();
  expect(data).toMatchObject({
    isComplete: false,
    account: { email: 'ana@example.com', full_name: 'Ana Reyes' },
    stamps: [{ id: 'b-1', stamp_count: 2 }],
    redemptions: [{ id: 'r-1' }],
  });
  expect(backend.queries('rest/stamps')[1]).toMatchObject({
    user_id: 'eq.ana',
    id: 'gt.b-1',
    order: 'id.asc',
    limit: '1000',
  });
});

test('nothing more is collected, and nothing deleted, once somebody else is signed in', async () => {
  const { backend, device } = await openPage('/profile', { as: ana });
  backend.answer('rest/rpc/my_data', (asked) => {
    keepSession(device, sessionOf(ben));
    return rows(entries(1, 3))(asked);
  });
  const refused = { message: 'Someone else is signed in on this device now.' };
  await expect(collect()).rejects.toMatchObject(refused);
  expect(backend.of('rest/rpc/my_data')).toHaveLength(1);
  await expect((await calls()).deleteAccount('ana')).rejects.toMatchObject(refused);
  expect(backend.of('rest/rpc/delete_account')).toEqual([]);
});

test('an account is deleted with its own person’s token, or the customer told whom to ask', async () => {
  const { backend } = await openPage('/profile', { as: ana });
  const { deleteAccount } = await calls();
  backend.answer('rest/rpc/delete_account', () => new Response(null, { status: 204 }));
  await deleteAccount('ana');
  expect(backend.of('rest/rpc/delete_account').map(({ method }) => method)).toEqual(['POST']);
  expect(backend.tokens('rest/rpc/delete_account')).toEqual(['Bearer access-ana-first']);
  backend.answer('rest/rpc/delete_account', noFunction);
  await expect(deleteAccount('ana')).rejects.toThrow(
    'This can’t be done here. Please write to the address in the Privacy Policy, and we’ll delete your account.',
  );
});

test('what is known is counted by the backend', async () => {
  const { backend } = await openPage('/profile', { as: ana });
  const known = { account_since: '2026-09-03', stamps_held: '12', cards: 3 };
  backend.answer('rest/rpc/known_about_me', rows([{ ...known, seen_by: ['Kape', 7, null] }]));
  expect(await (await calls()).aboutMe(ana, on)).toMatchObject({
    ...{ since: '2026-09-03', stampsHeld: 12, cards: 3, scans: 0, lastScanAt: null },
    ...{ waysIn: [], seenBy: ['Kape', '7'], worksAt: [] },
  });
});

// @vitest-environment node
import { expect, test } from 'vitest';
import { openPage } from '../state/open-page.ts';
import { type Answer, inTurn, outOfRange, refusal, rows } from './fake-backend.ts';

const ids = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ id: from + index }));

/** A list of so many rows, as PostgREST pages it: it refuses an offset beyond the count alone. */
const listOf =
  (count: number): Answer =>
  (asked) => {
    const from = Number(asked.query.get('offset'));
    if (from > count) return outOfRange(asked);
    const found = ids(from + 1, Math.min(count, from + 5));
    if (found.length > 0 || count === 0) return rows(found, count)(asked);
    const headers = { 'content-type': 'application/json', 'content-range': `*/${count}` };
    return new Response('[]', { status: 206, headers });
  };

async function read(page: number, answer: Answer) {
  const { backend } = await openPage('/transactions');
  backend.answer('rest/redemptions', answer);
  const { redemptionsPage } = await import('../../../src/lib/data/redemptions.ts');
  const found = await redemptionsPage('ana', page);
  const offsets = backend.of('rest/redemptions').map(({ query }) => query.get('offset'));
  return { ids: found.items.map(({ id }) => id), count: found.count, page: found.page, offsets };
}

test.each([
  [1, 12, ['1', '2', '3', '4', '5'], ['0']],
  [2, 12, ['6', '7', '8', '9', '10'], ['5']],
  [3, 12, ['11', '12'], ['10']],
  [1, 0, [], ['0']],
])('page %d of %d rows is read with its count', async (page, count, shown, offsets) => {
  expect(await read(page, listOf(count))).toEqual({ ids: shown, count, page, offsets });
});

test.each([
  ['becomes the last one', 9, 12, 3, ['11', '12'], ['40', '0', '10']],
  ['becomes the only one', 3, 5, 1, ['1', '2', '3', '4', '5'], ['10', '0']],
  ['of nothing is an empty first one', 2, 0, 1, [], ['5', '0']],
  [
    'that begins where the list ends becomes the one before',
    3,
    10,
    2,
    ['6', '7', '8', '9', '10'],
    ['10', '5'],
  ],
  [
    'that begins where the list ends becomes the only one',
    2,
    5,
    1,
    ['1', '2', '3', '4', '5'],
    ['5', '0'],
  ],
])('a page past the end %s', async (_, asked, count, page, shown, offsets) => {
  expect(await read(asked, listOf(count))).toEqual({ ids: shown, count, page, offsets });
});

test('a page past the end becomes the first where the list shrinks again meanwhile', async () => {
  const answer = inTurn(outOfRange, listOf(12), listOf(4));
  expect(await read(9, answer)).toMatchObject({ ids: ['1', '2', '3', '4', '5'], page: 1 });
});

test('a page past the end becomes the first where the last one has gone meanwhile too', async () => {
  const answer = inTurn(listOf(15), listOf(10), listOf(5));
  expect(await read(4, answer)).toEqual({
    ...{ ids: ['1', '2', '3', '4', '5'], count: 5, page: 1 },
    offsets: ['15', '10', '0'],
  });
});

test('a page past the end is the first one of an empty list that is not refused', async () => {
  expect(await read(3, rows([], 0))).toMatchObject({ ids: [], count: 0, page: 1 });
});

test('a page past the end of an uncounted list becomes the first', async () => {
  const uncounted: Answer = (asked) =>
    Response.json(asked.query.get('offset') === '0' ? ids(1, 5) : []);
  expect(await read(3, uncounted)).toMatchObject({ ids: ['1', '2', '3', '4', '5'], page: 1 });
});

test('a page past the end is empty where even the first is refused', async () => {
  expect(await read(1, outOfRange)).toEqual({ ids: [], count: 0, page: 1, offsets: ['0'] });
  expect(await read(4, outOfRange)).toEqual({ ids: [], count: 0, page: 1, offsets: ['15', '0'] });
});

test.each([
  ['at once', inTurn(refusal(500, { message: 'Down.' }))],
  ['on the way back', inTurn(outOfRange, refusal(500, { message: 'Down.' }))],
  ['at the last page', inTurn(outOfRange, listOf(12), refusal(500, { message: 'Down.' }))],
])('any other refusal of a page is an error: %s', async (_, answer) => {
  await expect(read(9, answer)).rejects.toMatchObject({ message: 'Down.' });
});

test('rows without a count are counted themselves', async () => {
  const uncounted: Answer = () =>
    new Response(JSON.stringify(ids(1, 3)), { headers: { 'content-type': 'application/json' } });
  expect(await read(1, uncounted)).toMatchObject({ count: 3, page: 1 });
});

// @vitest-environment node
import { describe, expect, test } from 'vitest';
import {
  type Cursor,
  cursorOf,
  readList,
  rowsAfter,
  rowsBefore,
  type Wanted,
} from '../../../src/lib/data/keyset.ts';
import { TRANSACTIONS_PAGE_SIZE as SIZE } from '../../../src/lib/domain/limits.ts';
import { openPage } from '../state/open-page.ts';
import { type Answer, inTurn, outOfRange, refusal, rows } from './fake-backend.ts';

const ORDER = ['date_end', 'date_start', 'id'] as const;

test('a cursor holds the backend’s own text in the columns of the order', () => {
  const date_end = '2026-12-31T15:59:59.999999+00:00';
  expect(cursorOf({ id: 7, date_end, date_start: null }, ORDER)).toEqual([date_end, null, '7']);
});

test.each([
  ['no id', { date_end: '2026-12-31' }],
  ['a date that would end the filter', { id: 7, date_end: '2026")' }],
  ['an id that would end the filter', { id: '7,id.gt.0' }],
  ['no row', null],
])('there is no cursor after %s', (_, row) => {
  expect(cursorOf(row, ORDER)).toBe(null);
});

test('the rows after a cursor have a later value in the first column that differs, or none', () => {
  expect(rowsAfter(ORDER, ['2026-12-31', null, '7'])).toBe(
    'date_end.gt."2026-12-31",date_end.is.null,' +
      'and(date_end.eq."2026-12-31",date_start.is.null,id.gt."7")',
  );
});

test('the rows after a cursor in descending order have an earlier value in the first that differs', () => {
  expect(rowsBefore(['created_at', 'id'], ['2026-11-21', '7'])).toBe(
    'created_at.lt."2026-11-21",and(created_at.eq."2026-11-21",id.lt."7")',
  );
});

describe('a list that is read in parts', () => {
  type Part = [ids: number[], next: string | null];

  /** What is read of a list that comes in these parts, and what was asked for. */
  async function readParts(wanted: Omit<Wanted, 'after'>, partAt: (request: number) => Part) {
    const asked: [after: Cursor | null, count: number][] = [];
    const list = await readList(
      { after: null, ...wanted },
      async (after, count) => {
        const [ids, next] = partAt(asked.push([after, count]) - 1);
        return { rows: ids, next: next === null ? null : [next] };
      },
      (found) => found.map((id) => ({ id: String(id) })),
    );
    return { ids: list.items.map(({ id }) => Number(id)), next: list.next?.[0] ?? null, asked };
  }

  test('reading stops at the first part that has any rows if no more are wanted', async () => {
    const parts: Part[] = [
      [[], 'a'],
      [[1, 2], 'b'],
    ];
    const list = await readParts({ count: 50 }, (request) => parts[request] ?? [[], null]);
    expect(list).toEqual({
      ids: [1, 2],
      next: 'b',
      asked: [
        [null, 50],
        [['a'], 50],
      ],
    });
  });

  test('reading goes on until there are enough rows, counting once what was sent twice', async () => {
    const parts: Part[] = [
      [[1, 2, 3], 'a'],
      [[3, 4], 'b'],
      [[5, 6], 'c'],
    ];
    const enough = { count: 3, enough: () => 5 };
    const list = await readParts(enough, (request) => parts[request] ?? [[], null]);
    expect(list).toMatchObject({ ids: [1, 2, 3, 4, 5, 6], next: 'c' });
  });

  test('a backend that sends the same rows forever counts as having no more', async () => {
    const list = await readParts({ count: 2, enough: () => 100 }, () => [[1, 2], 'b']);
    expect(list).toMatchObject({ ids: [1, 2], next: null });
  });

  test('twenty parts in a row with nothing to show are skipped, then the customer is asked', async () => {
    const list = await readParts({ count: 50 }, (request) => [[], String(request)]);
    expect(list).toMatchObject({ ids: [], next: '19' });
  });

  test('one request asks for 500 rows at most', async () => {
    const ids = (request: number) => Array.from({ length: 500 }, (_, id) => request * 500 + id);
    const list = await readParts({ count: 1200, enough: () => 1200 }, (request) => [
      ids(request),
      String(request),
    ]);
    expect(list.asked.map(([, count]) => count)).toEqual([500, 500, 200]);
  });
});

test('the next stores follow the one at which the database stopped looking, which is not shown', async () => {
  const { backend } = await openPage('/stores');
  const open = { id: 1, name: 'Kape Tayo', listed: true };
  const closed = { id: 2, name: 'Mga Halo', listed: false };
  backend.answer('rest/rpc/list_stores', rows([open, closed]));
  const { listStores } = await import('../../../src/lib/data/store-list.ts');
  const { items, next } = await listStores({ near: null, openNow: true });
  expect(items.map(({ id }) => id)).toEqual(['1']);
  expect(next).toEqual(['2']);
});

describe('pages with a count', () => {
  const ids = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => ({ id: from + index }));

  /** A list of this many rows, as PostgREST pages it: it refuses only an offset beyond the count. */
  const listOf =
    (count: number): Answer =>
    (asked) => {
      const from = Number(asked.query.get('offset'));
      if (from > count) return outOfRange(asked);
      const found = ids(from + 1, Math.min(count, from + SIZE));
      if (found.length > 0 || count === 0) return rows(found, count)(asked);
      const headers = { 'content-type': 'application/json', 'content-range': `*/${count}` };
      return new Response('[]', { status: 206, headers });
    };

  /** Two full pages, and two rows more. */
  const MANY = 2 * SIZE + 2;
  /** What is shown if a page holds these rows. */
  const shownOf = (from: number, to: number) => ids(from, to).map(({ id }) => String(id));

  /** What is read of a page, and which pages were asked for. */
  async function read(page: number, answer: Answer) {
    const { backend } = await openPage('/transactions');
    backend.answer('rest/redemptions', answer);
    const { redemptionsPage } = await import('../../../src/lib/data/redemptions.ts');
    const found = await redemptionsPage('ana', page);
    const asked = backend
      .of('rest/redemptions')
      .map(({ query }) => Number(query.get('offset')) / SIZE + 1);
    return { ids: found.items.map(({ id }) => id), count: found.count, page: found.page, asked };
  }

  test.each([
    [2, MANY, shownOf(SIZE + 1, 2 * SIZE)],
    [3, MANY, shownOf(2 * SIZE + 1, MANY)],
    [1, 0, []],
  ])('page %d of %d rows is read with its count', async (page, count, shown) => {
    expect(await read(page, listOf(count))).toEqual({ ids: shown, count, page, asked: [page] });
  });

  test.each([
    ['becomes the last one', [9, 1, 3], MANY, shownOf(2 * SIZE + 1, MANY)],
    ['becomes the only one', [3, 1], SIZE, shownOf(1, SIZE)],
    ['of nothing is an empty first one', [2, 1], 0, []],
    ['at the end becomes the one before', [3, 2], 2 * SIZE, shownOf(SIZE + 1, 2 * SIZE)],
    ['at the end becomes the only one', [2, 1], SIZE, shownOf(1, SIZE)],
  ])('a page past the end %s', async (_, asked, count, shown) => {
    const page = asked.at(-1);
    expect(await read(asked[0] ?? 0, listOf(count))).toEqual({ ids: shown, count, page, asked });
  });

  test.each([
    ['is refused', [9, 1, 3], inTurn(outOfRange, listOf(MANY), listOf(SIZE - 1))],
    ['is empty', [4, 3, 1], inTurn(listOf(3 * SIZE), listOf(2 * SIZE), listOf(SIZE))],
  ])(
    'a page past the end that %s becomes the first if the list shrinks',
    async (_, asked, answer) => {
      const found = await read(asked[0] ?? 0, answer);
      expect(found).toMatchObject({ ids: shownOf(1, SIZE), page: 1, asked });
    },
  );

  test.each([
    ['at once', inTurn(refusal(500, { message: 'Down.' }))],
    ['on the way back', inTurn(outOfRange, refusal(500, { message: 'Down.' }))],
    ['at the last page', inTurn(outOfRange, listOf(MANY), refusal(500, { message: 'Down.' }))],
  ])('any other refusal of a page is an error: %s', async (_, answer) => {
    await expect(read(9, answer)).rejects.toMatchObject({ message: 'Down.' });
  });

  test('rows that come without a count are counted', async () => {
    const uncounted: Answer = () =>
      new Response(JSON.stringify(ids(1, 3)), { headers: { 'content-type': 'application/json' } });
    expect(await read(1, uncounted)).toMatchObject({ count: 3, page: 1 });
  });
});

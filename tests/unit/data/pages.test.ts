// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Cursor,
  cursorOf,
  readList,
  rowsAfter,
  rowsBefore,
} from '../../../src/lib/data/keyset.ts';
import { TRANSACTIONS_PAGE_SIZE as SIZE } from '../../../src/lib/domain/limits.ts';
import { MORNING, openPage } from '../state/open-page.ts';
import {
  type Answer,
  inTurn,
  outOfRange,
  type ReceivedRequest,
  refusal,
  rows,
} from './fake-backend.ts';

const ORDER = ['date_end', 'date_start', 'id'] as const;

test('a cursor is what the backend wrote in the columns of the order', () => {
  const row = {
    id: 7,
    date_end: '2026-12-31T15:59:59.999999+00:00',
    date_start: null,
    title: 'x',
  };
  expect(cursorOf(row, ORDER)).toEqual(['2026-12-31T15:59:59.999999+00:00', null, '7']);
});

test.each([
  ['no id', { date_end: '2026-12-31' }],
  ['a date that would end the filter', { id: 7, date_end: '2026")' }],
  ['an id that would end the filter', { id: '7,id.gt.0' }],
  ['no row', null],
])('there is no cursor after %s', (_, row) => {
  expect(cursorOf(row, ORDER)).toBe(null);
});

test.each<[Cursor, string]>([
  [
    ['2026-12-31', '2026-01-01', '7'],
    'date_end.gt."2026-12-31",date_end.is.null,' +
      'and(date_end.eq."2026-12-31",date_start.gt."2026-01-01"),' +
      'and(date_end.eq."2026-12-31",date_start.is.null),' +
      'and(date_end.eq."2026-12-31",date_start.eq."2026-01-01",id.gt."7")',
  ],
  [[null, null, '7'], 'and(date_end.is.null,date_start.is.null,id.gt."7")'],
])(
  'the rows after %j are those with a later value in the first column that differs',
  (cursor, filter) => {
    expect(rowsAfter(ORDER, cursor)).toBe(filter);
  },
);

test('the rows after a cursor in descending order have an earlier value in the first that differs', () => {
  expect(rowsBefore(['created_at', 'id'], ['2026-11-21', '7'])).toBe(
    'created_at.lt."2026-11-21",and(created_at.eq."2026-11-21",id.lt."7")',
  );
});

const part = (ids: number[], next: Cursor | null) => ({ rows: ids, next });
const toItems = (ids: readonly unknown[]) => ids.map((id) => ({ id: String(id) }));

test('a list ends with the first part that has anything, where no more is wanted', async () => {
  const asked: [Cursor | null, number][] = [];
  const parts = [part([], ['a']), part([1, 2], ['b'])];
  const list = await readList(
    { after: null, count: 50 },
    async (after, count) => {
      asked.push([after, count]);
      return parts[asked.length - 1] ?? part([], null);
    },
    toItems,
  );
  expect(list).toEqual({ items: [{ id: '1' }, { id: '2' }], next: ['b'] });
  expect(asked).toEqual([
    [null, 50],
    [['a'], 50],
  ]);
});

test('a list is read on until enough is there, what was sent twice counted once', async () => {
  const parts = [part([1, 2, 3], ['a']), part([3, 4], ['b']), part([5, 6], ['c'])];
  let requests = 0;
  const list = await readList(
    { after: null, count: 3, enough: () => 5 },
    async () => parts[requests++] ?? part([], null),
    toItems,
  );
  expect(list.items.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5', '6']);
  expect(list.next).toEqual(['c']);
});

test('a backend that sends the same rows for ever is believed to have no more', async () => {
  const list = await readList(
    { after: null, count: 2, enough: () => 100 },
    async () => part([1, 2], ['b']),
    toItems,
  );
  expect(list).toEqual({ items: [{ id: '1' }, { id: '2' }], next: null });
});

test('what can’t be shown is passed over twenty times in a row, then the customer is asked', async () => {
  let requests = 0;
  const list = await readList(
    { after: null, count: 50 },
    async () => part([], [String(requests++)]),
    toItems,
  );
  expect(list.items).toEqual([]);
  expect(list.next).not.toBe(null);
  expect(requests).toBe(20);
});

test('one request asks for 500 rows at most', async () => {
  const counts: number[] = [];
  await readList(
    { after: null, count: 1200, enough: () => 1200 },
    async (_, count) => {
      counts.push(count);
      const ids = Array.from({ length: count }, (__, index) => counts.length * 1000 + index);
      return part(ids, [String(counts.length)]);
    },
    toItems,
  );
  expect(counts).toEqual([500, 500, 200]);
});

interface RewardRow {
  id: number;
  date_start: string | null;
  date_end: string | null;
}

const TODAY = '2026-11-20T16:00:00.000Z';
const compare = (a: string | number, b: string | number) => Number(a > b) - Number(a < b);
const nullsLast = (a: string | null, b: string | null) =>
  a === null || b === null ? Number(a === null) - Number(b === null) : compare(a, b);
const inOrder = (a: RewardRow, b: RewardRow) =>
  nullsLast(a.date_end, b.date_end) || nullsLast(a.date_start, b.date_start) || compare(a.id, b.id);

/** Whether a row meets one of the cursor's conditions, as the database reads them. */
function meets(row: RewardRow, filter: string): boolean {
  const groups = filter.match(/and\([^)]*\)|[^,()]+/g) ?? [];
  return groups.some((group) =>
    [...group.matchAll(/(\w+)\.(gt|eq|is)\.(?:"([^"]*)"|null)/g)].every(
      ([, column = '', operator, text = '']) => {
        const value = row[column as keyof RewardRow];
        if (operator === 'is') return value === null;
        const same =
          column === 'id' ? compare(Number(value), Number(text)) : compare(String(value), text);
        return value !== null && (operator === 'eq' ? same === 0 : same > 0);
      },
    ),
  );
}

/** Answers as the database would: filtered, in order, so many rows. All of them have begun. */
const answerFrom = (table: () => RewardRow[]) => (request: ReceivedRequest) => {
  const { query } = request;
  const or = (query.get('or') ?? '').replace(/\)+$/, ')');
  const after = or.includes('lte.') ? or.split(',or(')[2] : or.slice(1);
  const bounds = [...query].filter(([column]) => column.startsWith('date_') || column === 'id');
  const found = table()
    .filter((row) =>
      bounds.every(([column, condition]) => {
        const value = row[column as keyof RewardRow];
        const [operator, bound = ''] = condition.split(/\.(.*)/s);
        if (operator === 'is') return value === null;
        if (operator === 'gt') return Number(value) > Number(bound);
        return value !== null && (operator === 'gte' ? value >= bound : value <= bound);
      }),
    )
    .filter((row) => !after || meets(row, after))
    .toSorted(inOrder)
    .slice(0, Number(query.get('limit')));
  return rows(found.map((row) => ({ ...row, stores: null })))(request);
};

describe('pages of the rewards', () => {
  const date = fc.constantFrom(TODAY, '2026-12-01T00:00:00Z', '2026-12-31T15:59:59.999999Z', null);
  const table = fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 1_000_000 }),
      date_start: fc.constantFrom('2026-01-01', '2026-02-01', null),
      date_end: date,
    }),
    { selector: ({ id }) => id, maxLength: 100, size: 'max' },
  );

  test('page after page, every reward comes once, in the specified order, whatever is removed and added', async () => {
    const { backend } = await openPage('/rewards');
    const { activeRewards } = await import('../../../src/lib/data/active-rewards.ts');
    const scenario = fc.tuple(table, fc.array(fc.nat()), fc.integer({ min: 1, max: 50 }));
    await fc.assert(
      fc.asyncProperty(scenario, async ([all, removals, count]) => {
        let present = all;
        backend.answer(
          'rest/rewards',
          answerFrom(() => present),
        );
        const seen: string[] = [];
        let after: Cursor | null = null;
        do {
          const page = await activeRewards(MORNING, { after, count });
          seen.push(...page.items.map(({ id }) => id));
          after = page.next;
          // The row that the cursor names goes as well, and one comes that was there before.
          const gone = new Set([seen.at(-1), ...removals.map((at) => String(all[at]?.id))]);
          present = present.filter(({ id }) => !gone.has(String(id)));
          if (seen.length > 2 * all.length + 10) throw new Error('It never ends.');
        } while (after !== null);
        expect(new Set(seen).size).toBe(seen.length);
        const removed = new Set(removals.map((at) => String(all[at]?.id)));
        const expected = all.toSorted(inOrder).map(({ id }) => String(id));
        const isCertain = (id: string) => !removed.has(id);
        expect(seen.filter(isCertain)).toEqual(expected.filter(isCertain));
      }),
      { numRuns: 60 },
    );
  });
});

describe('pages with a count', () => {
  const ids = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => ({ id: from + index }));

  /** A list of so many rows, as PostgREST pages it: it refuses an offset beyond the count alone. */
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
  /** What is shown where a page holds these rows. */
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
    [1, MANY, shownOf(1, SIZE)],
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

  test('a page past the end becomes the first where the list shrinks again meanwhile', async () => {
    const answer = inTurn(outOfRange, listOf(MANY), listOf(SIZE - 1));
    expect(await read(9, answer)).toMatchObject({ ids: shownOf(1, SIZE), page: 1 });
  });

  test('a page past the end becomes the first where the last one has gone meanwhile too', async () => {
    const answer = inTurn(listOf(3 * SIZE), listOf(2 * SIZE), listOf(SIZE));
    expect(await read(4, answer)).toEqual({
      ...{ ids: shownOf(1, SIZE), count: SIZE, page: 1 },
      asked: [4, 3, 1],
    });
  });

  test.each([
    ['at once', inTurn(refusal(500, { message: 'Down.' }))],
    ['on the way back', inTurn(outOfRange, refusal(500, { message: 'Down.' }))],
    ['at the last page', inTurn(outOfRange, listOf(MANY), refusal(500, { message: 'Down.' }))],
  ])('any other refusal of a page is an error: %s', async (_, answer) => {
    await expect(read(9, answer)).rejects.toMatchObject({ message: 'Down.' });
  });

  test('rows without a count are counted themselves', async () => {
    const uncounted: Answer = () =>
      new Response(JSON.stringify(ids(1, 3)), { headers: { 'content-type': 'application/json' } });
    expect(await read(1, uncounted)).toMatchObject({ count: 3, page: 1 });
  });
});

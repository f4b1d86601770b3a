// @vitest-environment node
import { expect, test } from 'vitest';
import { openPage } from '../state/open-page.ts';
import { noFunction, rows } from './fake-backend.ts';

const on = new AbortController().signal;
const newest = () => import('../../../src/lib/data/newest.ts');

/** The one request a call makes: its method, its parameters, and what it prefers. */
async function requestOf(path: string, call: () => Promise<unknown>) {
  const { backend } = await openPage('/home');
  backend.answer(path, rows([]));
  await call();
  const [first] = backend.of(path);
  return {
    method: first?.method,
    ...Object.fromEntries(first?.query ?? []),
    prefer: first?.headers.get('prefer'),
  };
}

test('an open code asks for the newest stamp’s date first, and never for a count', async () => {
  const asked = await requestOf('rest/stamps', async () =>
    (await newest()).newestStamps('ana', { after: null, limit: 1, datesOnly: true }, on),
  );
  expect(asked).toEqual({
    method: 'GET',
    select: 'id,created_at',
    user_id: 'eq.ana',
    order: 'created_at.desc,id.desc',
    limit: '1',
    prefer: null,
  });
});

test('an open code asks for the stamps after a date, in the backend’s own words', async () => {
  const after = '2026-11-21T02:01:00.100001+00:00';
  const asked = await requestOf('rest/stamps', async () =>
    (await newest()).newestStamps('ana', { after, limit: 10, datesOnly: false }, on),
  );
  expect(asked).toEqual({
    method: 'GET',
    select: '*',
    user_id: 'eq.ana',
    created_at: `gt.${after}`,
    order: 'created_at.desc,id.desc',
    limit: '10',
    prefer: null,
  });
});

test('an open redemption code asks for the redemptions after a date, with what their receipt says', async () => {
  const after = '2026-11-21T02:01:00+00:00';
  const asked = await requestOf('rest/redemptions', async () =>
    (await newest()).newestRedemptions('ana', { after, limit: 10, datesOnly: false }, on),
  );
  expect(asked).toEqual({
    method: 'GET',
    select: '*',
    user_id: 'eq.ana',
    created_at: `gt.${after}`,
    order: 'created_at.desc,id.desc',
    limit: '10',
    prefer: null,
  });
});

const stampDays = async () =>
  (await import('../../../src/lib/data/stamp-days.ts')).stampDays('ana', '2026-11');

test('the days of a month are told by the backend, and nothing else it says is taken for one', async () => {
  const { backend } = await openPage('/transactions');
  backend.answer(
    'rest/rpc/stamp_days',
    rows([{ day: '2026-11-02' }, { day: 'soon' }, { day: null }, 7, { day: '2026-11-21' }]),
  );
  expect(await stampDays()).toEqual(['2026-11-02', '2026-11-21']);
  expect(backend.requests.map(({ method, path, query }) => [method, path, ...query])).toEqual([
    ['GET', 'rest/rpc/stamp_days', ['month_start', '2026-11-01']],
  ]);
});

test('a backend without the function is asked for it once, and for the month’s stamps each time', async () => {
  const { backend } = await openPage('/transactions');
  backend.answer('rest/rpc/stamp_days', noFunction);
  backend.answer(
    'rest/stamps',
    rows([
      { id: 1, created_at: '2026-11-20T16:00:00Z' },
      { id: 2, created_at: '2026-11-20T15:59:59Z' },
      { id: 3, created_at: '2026-11-20T01:00:00Z' },
      { id: 4, created_at: 'garbage' },
    ]),
  );
  expect(await stampDays()).toEqual(['2026-11-21', '2026-11-20']);
  await stampDays();
  expect(backend.of('rest/rpc/stamp_days')).toHaveLength(1);
  const [query, again] = backend.of('rest/stamps').map((asked) => asked.query);
  expect(query?.getAll('created_at')).toEqual([
    'gte.2026-10-31T16:00:00.000Z',
    'lt.2026-11-30T16:00:00.000Z',
  ]);
  expect([query?.get('user_id'), query?.get('limit')]).toEqual(['eq.ana', '500']);
  expect(`${again}`).toBe(`${query}`);
});

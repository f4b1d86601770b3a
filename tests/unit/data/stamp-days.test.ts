// @vitest-environment node
import { expect, test } from 'vitest';
import { openPage } from '../state/open-page.ts';
import { noFunction, refusal, rows } from './fake-backend.ts';

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

test('a refusal to tell the days is no reason to count them here', async () => {
  const { backend } = await openPage('/transactions');
  backend.answer('rest/rpc/stamp_days', refusal(403, { code: '42501', message: 'No.' }));
  await expect(stampDays()).rejects.toMatchObject({ message: 'No.' });
  expect(backend.of('rest/stamps')).toEqual([]);
});

// @vitest-environment node
import { expect, test } from 'vitest';
import { openPage } from '../state/open-page.ts';
import { rows } from './fake-backend.ts';

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

// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { type Answer, noFunction, offline, rows } from '../data/fake-backend.ts';
import { openPage, type PageOptions, settle } from './open-page.ts';

const row = {
  store_id: 3,
  store_name: 'Kape Tayo',
  store_logo_url: null,
  suspended: false,
  stamp_count: 9,
  metadata: { stamps_needed: 12 },
  ready_id: null,
  ready_title: null,
  next_title: 'Ube cake',
  next_needed: 12,
};
const readyRow = {
  ...{ ...row, store_id: 4, stamp_count: 10, ready_id: 7, ready_title: 'Barako' },
  ...{ ready_photo: '/demo/barako.svg', ready_count: 3, next_title: null, next_needed: null },
};

async function open(answer: Answer, options: PageOptions = {}, path = '/home') {
  const page = await openPage(path, options);
  page.backend.answer('rest/rpc/my_cards', answer);
  const cards = await import('../../../src/lib/state/my-cards.ts');
  const { $isRewardReady } = await import('../../../src/lib/state/reward-ready.ts');
  return { ...page, ...cards, $isRewardReady };
}

describe('the cards', () => {
  test('the cards are read in one request, what is ready first', async () => {
    const { $myCards, $heldAt, backend } = await open(rows([row, readyRow]));
    $heldAt.listen(() => undefined);
    await settle();
    expect($myCards.get()).toMatchObject({
      status: 'ready',
      value: [
        { storeId: '4', total: 10, ready: { id: '7', title: 'Barako', count: 3 }, next: null },
        { storeId: '3', total: 9, goal: 12, ready: null, next: { title: 'Ube cake', missing: 3 } },
      ],
    });
    expect($heldAt.get()('3')).toBe(9);
    expect(backend.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET rest/rpc/my_cards',
    ]);
  });

  test('a backend without the function has the cards added up from the stamps, and is not asked again', async () => {
    const { $myCards, backend, readMyCards } = await open(noFunction);
    const stamp = { user_id: 'ana', store_name: 'Kape Tayo', store_logo_url: null, metadata: null };
    backend.answer(
      'rest/stamps',
      rows([
        { ...stamp, id: 1, store_id: 3, stamp_count: 4, created_at: '2026-11-20T01:00:00Z' },
        {
          ...{ ...stamp, id: 2, store_id: 3, stamp_count: 2, created_at: '2026-11-21T01:00:00Z' },
          metadata: { goal: 8 },
        },
        { ...stamp, id: 3, store_id: 5, stamp_count: 9, created_at: '2026-11-19T01:00:00Z' },
      ]),
    );
    // Translated beforehand: answers are waited for, code is not.
    await import('../../../src/lib/data/cards-added-up.ts');
    $myCards.listen(() => undefined);
    await settle();
    expect($myCards.get()).toMatchObject({
      status: 'ready',
      value: [
        { storeId: '5', total: 9, goal: 10, ready: null },
        { storeId: '3', total: 6, goal: 8, ready: null },
      ],
    });
    expect(backend.of('rest/stamps')[0]?.query.get('user_id')).toBe('eq.ana');
    await readMyCards();
    expect(backend.of('rest/rpc/my_cards')).toHaveLength(1);
    expect(backend.of('rest/stamps')).toHaveLength(2);
  });
});

describe('whether a reward is ready', () => {
  test('a page that shows no cards goes by the saved answer and reads nothing', async () => {
    const first = await open(rows([readyRow]));
    first.$myCards.listen(() => undefined);
    await settle();
    const { $isRewardReady, backend } = await open(rows([]), { device: first.device }, '/profile');
    $isRewardReady.listen(() => undefined);
    await settle();
    expect($isRewardReady.get()).toBe(true);
    expect(backend.of('rest/rpc/my_cards')).toEqual([]);
  });

  test('a page that shows the cards keeps it up to date', async () => {
    const { $isRewardReady, $myCards, backend, readMyCards } = await open(rows([readyRow]));
    $isRewardReady.listen(() => undefined);
    $myCards.listen(() => undefined);
    await settle();
    expect($isRewardReady.get()).toBe(true);
    backend.answer('rest/rpc/my_cards', offline);
    await readMyCards();
    expect($isRewardReady.get()).toBe(true);
    backend.answer('rest/rpc/my_cards', rows([row]));
    await readMyCards();
    expect($isRewardReady.get()).toBe(false);
  });

  test('a page that shows no cards says that there was a scan', async () => {
    await open(rows([]), {}, '/redeem');
    const { $scans, refetchAfterScan } = await import('../../../src/lib/state/reading/cache.ts');
    refetchAfterScan();
    expect($scans.get()).toBe(1);
  });
});

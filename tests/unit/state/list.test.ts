// @vitest-environment node
import { describe, expect, test, vi } from 'vitest';
import type { Anchor } from '../../../src/lib/state/reading/list-place.ts';
import {
  type Answer,
  hanging,
  inTurn,
  later,
  noFunction,
  offline,
  refusal,
  rows,
} from '../data/fake-backend.ts';
import { ben, elsewhere, openPage, type PageOptions, settle, show, watch } from './open-page.ts';

const reward = (id: number) => ({
  id,
  title: `R${id}`,
  date_start: null,
  date_end: '2026-12-31T00:00:00+00:00',
  stores: null,
});

/** The rewards up to this one, page by page, as the database would send them. */
const upTo =
  (last: number, first = 1): Answer =>
  (request) => {
    const { query } = request;
    if (query.get('date_end') === 'is.null') return rows([])(request);
    const from = Number(/id\.gt\."(\d+)"/.exec(query.getAll('or').join())?.[1] ?? first - 1);
    const count = Math.min(Number(query.get('limit')), Math.max(0, last - from));
    return rows(Array.from({ length: count }, (_, index) => reward(from + index + 1)))(request);
  };

async function open(last: number, opening: PageOptions = {}, answer = upTo(last)) {
  const page = await openPage('/rewards', opening);
  page.backend.answer('rest/rewards', answer);
  const state = await import('../../../src/lib/state/rewards.ts');
  show(state.$rewards);
  const { $more, onLeave, showMore } = state.restOfRewards;
  await watch($more);
  const leave = (anchor: Anchor) => {
    const stop = onLeave(() => anchor);
    page.device.emitPageLeft();
    stop();
  };
  const ids = () => {
    const { value } = state.$rewards.get() as { value?: { id: string }[] };
    return value?.map(({ id }) => Number(id));
  };
  const limits = () => page.backend.of('rest/rewards').map(({ query }) => query.get('limit'));
  return { ...page, ...state, $more, ids, leave, limits, showMore };
}

const to = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

test('two requests for more at the same time become one', async () => {
  const { ids, limits, showMore } = await open(120);
  await Promise.all([showMore(), showMore()]);
  expect(ids()).toEqual(to(100));
  expect(limits()).toEqual(['50', '50']);
});

test('a list is read again at its shown length, in one request', async () => {
  const { ids, limits, readRewards, showMore } = await open(120);
  await showMore();
  await readRewards();
  expect(ids()).toEqual(to(100));
  expect(limits()).toEqual(['50', '50', '100']);
});

test('a page that comes after the list was read again is not put below the new list', async () => {
  const { $more, backend, ids, readRewards, showMore } = await open(120);
  const held = later();
  backend.answer('rest/rewards', held.answer);
  const growing = showMore();
  await settle();
  backend.answer('rest/rewards', upTo(120, 41));
  await readRewards();
  held.come(upTo(120));
  await growing;
  expect(ids()).toEqual(to(90).slice(40));
  expect($more.get()).toEqual({ status: 'some' });
});

test.each([
  ['came', rows([])],
  ['did not come', offline],
])('a page that %s after a visitor has signed in does not end the list', async (_, came) => {
  const page = await openPage('/stores', { as: null });
  const listed = (first: number) =>
    rows(Array.from({ length: 50 }, (_store, index) => ({ id: first + index, name: 'Kape' })));
  page.backend.answer('rest/rpc/list_stores', listed(1));
  const { $stores, restOfStores } = await import('../../../src/lib/state/store-list.ts');
  await watch($stores, restOfStores.$more);
  const held = later();
  page.backend.answer('rest/rpc/list_stores', held.answer);
  const growing = restOfStores.showMore();
  await settle();
  page.backend.answer('rest/rpc/list_stores', listed(1));
  elsewhere(page, ben);
  await settle();
  held.come(came);
  await growing;
  expect(restOfStores.$more.get()).toEqual({ status: 'some' });
});

test('only the first page of a long list is kept on the device', async () => {
  const { device, showMore } = await open(120);
  await showMore();
  // It grows by what comes next, even before it is read again.
  const next = await open(120, { device }, inTurn(hanging, upTo(120)));
  expect(next.ids()).toEqual(to(50));
  await next.showMore();
  expect(next.ids()).toEqual(to(100));
});

test('a list that could not be read again is read before it grows, so that it does not pass for new', async () => {
  const { device } = await open(120);
  const next = await openPage('/rewards', { device });
  next.backend.answer('rest/rewards', offline);
  const { $rewards, restOfRewards } = await import('../../../src/lib/state/rewards.ts');
  await watch($rewards, restOfRewards.$more);
  await restOfRewards.showMore();
  expect($rewards.get()).toMatchObject({ status: 'failed' });
  expect(restOfRewards.$more.get()).toMatchObject({ message: 'Unable to load rewards.' });
  // The first of those shown has ended since.
  next.backend.answer('rest/rewards', upTo(120, 2));
  await restOfRewards.showMore();
  const { value } = $rewards.get() as unknown as { value: { id: string }[] };
  expect(value.map(({ id }) => Number(id))).toEqual(to(101).slice(1));
  expect($rewards.get()).toMatchObject({ fresh: true });
});

describe('a store that fills the first page', () => {
  const BIG = 500;
  const SMALL = 60;
  /** 500 rewards of one store, and then 60 of as many. */
  const all = Array.from({ length: BIG + SMALL }, (_, index) => ({
    ...reward(index + 1),
    store_id: index < BIG ? 'big' : `small ${index}`,
  }));

  const answer: Answer = (request) => {
    const { query } = request;
    if (query.get('date_end') === 'is.null') return rows([])(request);
    const from = Number(/id\.gt\."(\d+)"/.exec(query.getAll('or').join())?.[1] ?? 0);
    const without = query.get('store_id');
    const left = all.filter(
      ({ id, store_id }) =>
        id > from && !(without?.startsWith('not.in.') && without.includes(store_id)),
    );
    return rows(left.slice(0, Number(query.get('limit'))))(request);
  };

  async function openFilled(opening: PageOptions = {}, respond = answer) {
    const page = await openPage('/rewards', opening);
    page.backend.answer('rest/rewards', respond);
    const state = await import('../../../src/lib/state/rewards.ts');
    await watch(state.$rewards, state.$homeRewards);
    const of = ($list: typeof state.$rewards) =>
      (($list.get() as { value?: { id: string }[] }).value ?? []).map(({ id }) => Number(id));
    return {
      ...page,
      ...state,
      home: () => of(state.$homeRewards),
      list: () => of(state.$rewards),
      showMore: state.restOfRewards.showMore,
    };
  }
  const HOME = [1, 2, ...to(BIG + 48).slice(BIG)];
  const IN_A_ROW = [1, 2, 3, 501, 4, 5, 6, 502, 7, 8, 9, 503];

  test('the others are read with one more request, and the rewards passed over follow', async () => {
    const { backend, home, list } = await openFilled();
    expect(home()).toEqual([...HOME, ...to(50).slice(2)]);
    expect(list().slice(0, 12)).toEqual(IN_A_ROW);
    expect(list().slice(50)).toEqual(to(50).slice(38));
    expect(backend.of('rest/rewards').map(({ query }) => query.get('store_id'))).toEqual([
      null,
      'not.in.(big)',
    ]);
  });

  test('page after page, each reward comes once, and those on the screen stay in place', async () => {
    const { home, list, restOfRewards, showMore } = await openFilled();
    show(restOfRewards.$more);
    while (restOfRewards.$more.get().status === 'some') {
      const before = [home(), list()];
      await showMore();
      expect([home().slice(0, before[0]?.length), list().slice(0, before[1]?.length)]).toEqual(
        before,
      );
    }
    expect(home()).toEqual([...HOME, ...to(BIG).slice(2), ...to(560).slice(548)]);
    expect(list().toSorted((a, b) => a - b)).toEqual(to(560));
  });

  test('with a backend that can’t leave stores out, the list keeps its order', async () => {
    const { home, list } = await openFilled({}, (request) =>
      request.query.get('store_id') ? refusal(400, { message: 'No.' })(request) : answer(request),
    );
    expect(list()).toEqual(to(50));
    expect(home()).toEqual(to(50));
  });
});

test('a list is as long as it was when its page was left', async () => {
  const first = await open(120);
  await first.showMore();
  first.leave({ index: 41, top: -12 });
  first.device.setReturn(true);
  const back = await open(120, { device: first.device });
  const { $rewards, backend, device, ids } = back;
  expect(back.restOfRewards.returnTo()).toEqual({ index: 41, top: -12 });
  expect(ids()).toEqual(to(100));
  expect($rewards.get()).toMatchObject({ fresh: true });
  expect(backend.of('rest/rewards').map(({ query }) => query.get('limit'))).toEqual(['100']);
  // Opened again, it starts over.
  device.setReturn(false);
  expect((await open(120, { device })).ids()).toEqual(to(50));
});

test.each<[string, (own: string) => string]>([
  ['garbled', () => '{'],
  ['of another shape', () => '[]'],
  ['empty', () => 'null'],
  ['somebody else’s', (own) => own.replace('"person":"ana"', '"person":"ben"')],
])('a list kept for going back that is %s counts as none', async (_, change) => {
  const first = await open(120);
  const { device } = first;
  await first.showMore();
  first.leave({ index: 0, top: 0 });
  const [key = ''] = device.sessionStorage.keys().filter((name) => name.includes('list'));
  device.sessionStorage.set(key, change(device.sessionStorage.get(key) ?? ''));
  device.setReturn(true);
  expect((await open(120, { device })).ids()).toEqual(to(50));
});

test('a list that another release kept for going back is ignored', async () => {
  const names = '../../../src/lib/platform/saved-answer-keys.ts';
  vi.doMock(names, async (original) => ({ ...(await original<object>()), VERSION: 4 }));
  const first = await open(120);
  await first.showMore();
  first.leave({ index: 0, top: 0 });
  vi.doUnmock(names);
  first.device.setReturn(true);
  expect((await open(120, { device: first.device })).ids()).toEqual(to(50));
});

describe('what is ready first', () => {
  const ending = (id: number, date_end: string) => ({ id, title: `R${id}`, store_id: 3, date_end });
  const list = rows([ending(1, '2026-12-01'), ending(2, '2026-12-02'), ending(3, '2026-12-03')]);
  const ready = rows([ending(9, '2026-12-09'), ending(2, '2026-12-02')]);

  async function openReady(path: string, answer: Answer = ready, options: PageOptions = {}) {
    const page = await openPage(path, options);
    page.backend.answer('rest/rewards', list);
    page.backend.answer('rest/rpc/ready_rewards', answer);
    const state = await import('../../../src/lib/state/ready-rewards.ts');
    await watch(state.$readyFirst, state.$listedRewards);
    const ids = () => {
      const shown = state.$listedRewards.get();
      return shown.status === 'ready' ? shown.value.map(({ id }) => id) : shown.status;
    };
    return { ...page, ...state, ids };
  }

  test.each([
    ['has what is ready first', ready, ['2', '9', '1', '3']],
    ['does not wait for what is ready', hanging, ['1', '2', '3']],
    ['has its own order if that can’t be read', offline, ['1', '2', '3']],
    ['has its own order if the backend can’t tell', noFunction, ['1', '2', '3']],
  ])('the list of an address with ?ready=1 %s', async (_, answer, shown) => {
    expect((await openReady('/rewards?ready=1', answer)).ids()).toEqual(shown);
  });

  test('a list that was touched before the ready rewards were known keeps its order until asked', async () => {
    const slow = later();
    const { device, ids, showReadyFirst } = await openReady('/rewards?ready=1', slow.answer);
    device.emitInteraction();
    slow.come(ready);
    await settle();
    expect(ids()).toEqual(['1', '2', '3']);
    showReadyFirst(true);
    expect(ids()).toEqual(['2', '9', '1', '3']);
  });

  test.each([
    ['sorts itself again while it is untouched', '?ready=1', false, ['3', '1', '2']],
    ['keeps its order once it is touched', '?ready=1', true, ['2', '9', '1', '3']],
    ['sorts itself again if a tap asked for it', '', true, ['3', '1', '2']],
  ])('a list sorted by the last known ready rewards %s', async (_, query, isTouched, shown) => {
    const { device } = await openReady('/rewards?ready=1');
    const slow = later();
    const page = await openReady(`/rewards${query}`, slow.answer, { device });
    if (query === '') page.showReadyFirst(true);
    expect(page.ids()).toEqual(['2', '9', '1', '3']);
    if (isTouched) device.emitInteraction();
    slow.come(rows([ending(3, '2026-12-03')]));
    await settle();
    expect(page.ids()).toEqual(shown);
  });
});

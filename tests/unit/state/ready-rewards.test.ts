// @vitest-environment node
import { expect, test } from 'vitest';
import { type Answer, hanging, noFunction, offline, rows } from '../data/fake-backend.ts';
import { openPage, settle } from './open-page.ts';

const reward = (id: number, date_end: string) => ({ id, title: `R${id}`, store_id: 3, date_end });
const list = rows([reward(1, '2026-12-01'), reward(2, '2026-12-02'), reward(3, '2026-12-03')]);
const ready = rows([reward(9, '2026-12-09'), reward(2, '2026-12-02')]);

async function open(path: string, answer: Answer = ready) {
  const page = await openPage(path);
  page.backend.answer('rest/rewards', list);
  page.backend.answer('rest/rpc/ready_rewards', answer);
  const state = await import('../../../src/lib/state/ready-rewards.ts');
  state.$readyFirst.listen(() => undefined);
  state.$listedRewards.listen(() => undefined);
  await settle();
  const ids = () => {
    const shown = state.$listedRewards.get();
    return shown.status === 'ready' ? shown.value.map(({ id }) => id) : shown.status;
  };
  return { ...page, ...state, ids };
}

test('the list keeps its order until what is ready is wanted first, and then has each reward once', async () => {
  const { device, ids, showReadyFirst } = await open('/rewards');
  expect(ids()).toEqual(['1', '2', '3']);
  showReadyFirst(true);
  expect(ids()).toEqual(['2', '9', '1', '3']);
  expect(device.address().search).toBe('?ready=1');
  showReadyFirst(false);
  expect(ids()).toEqual(['1', '2', '3']);
  expect(device.address().search).toBe('');
});

test('the address brings it back', async () => {
  expect((await open('/rewards?ready=1')).ids()).toEqual(['2', '9', '1', '3']);
});

test('the list waits neither for what is ready nor where it can’t be had', async () => {
  expect((await open('/rewards?ready=1', hanging)).ids()).toEqual(['1', '2', '3']);
  expect((await open('/rewards?ready=1', offline)).ids()).toEqual(['1', '2', '3']);
});

test('a list that was touched before what is ready was known keeps its order until asked', async () => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { device, ids, showReadyFirst } = await open('/rewards?ready=1', async (request) => {
    await answered;
    return ready(request);
  });
  device.emitInteraction();
  answer();
  await settle();
  expect(ids()).toEqual(['1', '2', '3']);
  showReadyFirst(true);
  expect(ids()).toEqual(['2', '9', '1', '3']);
});

test('a sorted list stays sorted when it is touched', async () => {
  const { device, ids, readReadyRewards } = await open('/rewards?ready=1');
  device.emitInteraction();
  await readReadyRewards();
  expect(ids()).toEqual(['2', '9', '1', '3']);
});

test('a backend that can’t tell what is ready has the list alone', async () => {
  const { $readyRewards, ids } = await open('/rewards?ready=1', noFunction);
  expect($readyRewards.get()).toMatchObject({ status: 'ready', value: null });
  expect(ids()).toEqual(['1', '2', '3']);
});

test('nothing of it is asked for one store’s rewards', async () => {
  const { backend } = await open('/rewards?store_id=3');
  expect(backend.of('rest/rpc/ready_rewards')).toEqual([]);
});

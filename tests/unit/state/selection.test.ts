// @vitest-environment node
import { expect, test } from 'vitest';
import { type Answer, hanging, offline, refusal, rows } from '../data/fake-backend.ts';
import { reward } from '../domain/examples.ts';
import { tea } from './open-code.ts';
import { openPage, type PageOptions, startSession, watch } from './open-page.ts';

const heldRows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    store_id: 3,
    stamp_count: 1,
    redemption_id: null,
  }));

/** As many of the held stamps as were requested. */
const stampsHeld =
  (count: number): Answer =>
  (asked) =>
    rows(heldRows(Math.min(count, Number(asked.query.get('limit')))))(asked);

async function open(path = '/redeem?reward=7', opening: PageOptions = {}, answer = rows([tea])) {
  const page = await openPage(path, opening);
  page.backend.answer('rest/rewards', answer);
  page.backend.answer('rest/stamps', stampsHeld(20));
  const selection = await import('../../../src/lib/state/redeem/selection.ts');
  const { $selectedReward } = await import('../../../src/lib/state/selected-reward.ts');
  const { $stampsToSpend } = selection;
  await watch(selection.$redeemReady, selection.$nothingSelected);
  const held = () => {
    const stamps = $stampsToSpend.get();
    return stamps.status === 'ready' ? stamps.value.length : stamps.status;
  };
  const limits = () => page.backend.of('rest/stamps').map(({ query }) => query.get('limit'));
  return { ...page, ...selection, $selectedReward, held, limits };
}

/** A tap on the list, on the page before. */
async function tapped(fields = {}) {
  const page = await openPage('/rewards');
  await startSession();
  const { selectReward } = await import('../../../src/lib/state/selected-reward.ts');
  selectReward(reward({ id: '7', storeId: '3', title: 'Free tea', stampsNeeded: 8, ...fields }));
  return page.device;
}

test('the selection is the reward that the address names, and the stamps to pay it with', async () => {
  const { $nothingSelected, $redeemReady, $selectedReward, held, limits } = await open();
  expect($selectedReward.get()).toMatchObject({ status: 'ready', value: { title: 'Free tea' } });
  expect(held()).toBe(10);
  expect(limits()).toEqual(['10']);
  expect($nothingSelected.get()).toBe('no');
  expect($redeemReady.get()).toBe(true);
});

test('a tapped reward is shown before the network answers, and its stamps are requested meanwhile', async () => {
  const { $redeemReady, $selectedReward, held } = await open(
    '/redeem?reward=7',
    { device: await tapped() },
    hanging,
  );
  expect($selectedReward.get()).toMatchObject({ value: { title: 'Free tea' }, fresh: false });
  expect(held()).toBe(10);
  expect($redeemReady.get()).toBe(false);
});

test.each([
  ['the same', {}, {}, 10, ['10']],
  ['more', { stampsNeeded: 8 }, { stamps_needed: 15 }, 15, ['10', '15']],
  ['the stamps of another store', { storeId: '9' }, {}, 10, ['10', '10']],
])(
  'a tapped reward that needs %s by now has its stamps read again only if necessary',
  async (_, seen, now, count, asked) => {
    const device = await tapped(seen);
    const answer = rows([{ ...tea, ...now }]);
    const { held, limits } = await open('/redeem?reward=7', { device }, answer);
    expect(held()).toBe(count);
    expect(limits()).toEqual(asked);
  },
);

test('a tapped reward is not shown at another reward’s address', async () => {
  const device = await tapped({ id: '8' });
  const { $selectedReward } = await open('/redeem?reward=7', { device }, hanging);
  expect($selectedReward.get()).toEqual({ status: 'loading' });
});

test('a tapped reward that is gone by now is no longer shown', async () => {
  const { $selectedReward } = await open('/redeem?reward=7', { device: await tapped() }, rows([]));
  expect($selectedReward.get()).toEqual({
    status: 'failed',
    message: 'Reward not found.',
    retryable: false,
  });
});

test('a tapped reward stays when the network is gone, but can’t be redeemed', async () => {
  const { $redeemReady, $selectedReward } = await open(
    '/redeem?reward=7',
    { device: await tapped() },
    offline,
  );
  expect($selectedReward.get()).toMatchObject({ status: 'failed', value: { id: '7' } });
  expect($redeemReady.get()).toBe(false);
});

test('offline, the reward and its stamps come from the lists and the card of /home', async () => {
  const home = await openPage('/home');
  home.backend.answer('rest/rewards', rows([tea]));
  home.backend.answer('rest/rpc/my_cards', rows([{ store_id: 3, stamp_count: 9 }]));
  const { $rewards } = await import('../../../src/lib/state/rewards.ts');
  const { $myCards } = await import('../../../src/lib/state/my-cards.ts');
  await watch($rewards, $myCards);
  const page = await openPage('/redeem?reward=7', { device: home.device });
  for (const path of ['rest/rewards', 'rest/stamps']) page.backend.answer(path, offline);
  const { $redeemReady, $redeemTappable, $stampsToSpend } = await import(
    '../../../src/lib/state/redeem/selection.ts'
  );
  await watch($redeemReady, $redeemTappable);
  expect($stampsToSpend.get()).toMatchObject({ status: 'failed', value: [{ count: 9 }] });
  expect([$redeemReady.get(), $redeemTappable.get()]).toEqual([false, false]);
});

test.each([
  ['there are some', rows([tea]), 'choose'],
  ['there are none', rows([]), 'none-available'],
  ['the backend is out of reach', offline, 'choose'],
  ['the backend refuses', refusal(403, { message: 'No.' }), 'choose'],
])('/redeem without a reward says what to do if %s', async (_, answer, says) => {
  const { $nothingSelected, $redeemReady, $selectedReward } = await open('/redeem', {}, answer);
  expect($nothingSelected.get()).toBe(says);
  expect($selectedReward.get()).toEqual({ status: 'idle' });
  expect($redeemReady.get()).toBe(false);
});

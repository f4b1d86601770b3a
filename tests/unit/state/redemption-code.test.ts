// @vitest-environment node
import { expect, test, vi } from 'vitest';
import type { Redemption } from '../../../src/lib/domain/entities.ts';
import { unpackRedemption } from '../../../src/lib/domain/redemption-qr.ts';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import { type Answer, hanging, later, offline, rows } from '../data/fake-backend.ts';
import { drawing, held, open, TWO_MINUTES, tea, type World } from './open-code.ts';
import { ben, elsewhere, goTo, MORNING, openPage, pass, settle, show } from './open-page.ts';

test('the code is loading, then ready, and good for two minutes', async () => {
  const { $redemption, openRedemptionCode, shownCode } = await open();
  const images = new Set<string | undefined>();
  $redemption.listen(() => images.add(shownCode()?.image.status));
  await openRedemptionCode();
  expect([...images]).toEqual(['loading', 'ready']);
  expect(shownCode()).toMatchObject({
    reward: { id: '7', title: 'Free tea' },
    generatedAt: MORNING,
    validUntil: MORNING + TWO_MINUTES,
    image: { drawing: { path: 'code 1' } },
  });
  const [text = ''] = drawing.texts;
  expect(text.slice(0, 2)).toBe('M ');
  expect(unpackRedemption(text.slice(2))).toEqual({
    user_id: 'ana',
    stamp_ids: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'],
    reward_id: '7',
    store_id: '3',
    reward_name: 'Free tea',
    reward_photo: null,
    store_name: 'Kape Tayo',
    displayName: 'Ana Reyes',
  });
});

test('a tap needs no code that the host may have dropped since the page loaded', async () => {
  const { openRedemptionCode, shownCode } = await open();
  vi.doMock('../../../src/lib/domain/redemption-qr.ts', () => {
    throw new Error('gone');
  });
  await openRedemptionCode();
  vi.doUnmock('../../../src/lib/domain/redemption-qr.ts');
  expect(shownCode()).toMatchObject({ image: { status: 'ready' } });
});

test('a code that can’t be rendered has failed, and can be rendered again', async () => {
  const { openRedemptionCode, refreshRedemptionCode, shownCode } = await open();
  drawing.fails = true;
  await openRedemptionCode();
  expect(shownCode()).toMatchObject({ image: { status: 'failed' } });
  drawing.fails = false;
  await refreshRedemptionCode();
  expect(shownCode()).toMatchObject({ image: { status: 'ready' } });
  expect(shownCode()).toMatchObject({ validUntil: MORNING + TWO_MINUTES });
});

test('a code that is closed is not rendered again, and does not expire', async () => {
  const page = await open();
  await page.openRedemptionCode();
  page.closeRedemptionCode();
  await page.refreshRedemptionCode();
  await pass(2 * TWO_MINUTES);
  expect(drawing.texts).toHaveLength(1);
  expect(page.isOpen()).toBe(false);
  expect(page.device.actions).toEqual([]);
  expect(page.device.screenLocks()).toBe(0);
});

test.each<[string, World, boolean]>([
  ['with just enough stamps', { reward: { ...tea, stamps_needed: 12 } }, true],
  ['not with one too few', { reward: { ...tea, stamps_needed: 13 } }, false],
  [
    'not with fewer than ten if the need is not set',
    { reward: { ...tea, stamps_needed: null }, stamps: rows(held.slice(3)) },
    false,
  ],
  ['not without a store', { reward: { ...tea, store_id: null } }, false],
  ['not if the stamps can’t be read', { stamps: offline }, false],
  ['not if no reward is selected', { path: '/redeem' }, false],
  ['not for a signed-out visitor', { as: null }, false],
])('the code opens or not: %s', async (_, world, opened) => {
  const page = await open(world);
  await page.openRedemptionCode();
  expect(page.isOpen()).toBe(opened);
  expect(page.device.screenLocks()).toBe(opened ? 1 : 0);
});

test.each<[string, string, Answer, boolean]>([
  ['rest/rewards', 'opens the code with the answer', rows([tea]), true],
  ['rest/stamps', 'opens the code with the answer', rows(held), true],
  ['rest/stamps', 'opens none if they are too few by now', rows(held.slice(5)), false],
  ['rest/stamps', 'opens none if there is no answer', offline, false],
])('a tap while %s is being read again waits, and %s', async (path, _, answer, opened) => {
  const page = await open();
  const slow = later();
  page.backend.answer(path, slow.answer);
  const reading = page.readSelection();
  await settle();
  expect([page.$redeemReady.get(), page.$redeemTappable.get()]).toEqual([false, true]);
  const taps = [page.openRedemptionCode(), page.openRedemptionCode()];
  await settle();
  expect([page.isOpen(), page.$tapWaits.get()]).toEqual([false, true]);
  slow.come(answer);
  await Promise.all([reading, ...taps]);
  expect(page.$tapWaits.get()).toBe(false);
  expect(page.isOpen()).toBe(opened);
  expect(drawing.texts).toHaveLength(opened ? 1 : 0);
});

test('a tap that waits for an answer ends with its screen', async () => {
  const page = await open();
  const slow = later();
  page.backend.answer('rest/stamps', slow.answer);
  const reading = page.readSelection();
  await settle();
  const tap = page.openRedemptionCode();
  page.device.emitPageLeft();
  slow.come(rows(held));
  await Promise.all([reading, tap]);
  expect([page.isOpen(), page.$tapWaits.get()]).toEqual([false, false]);
});

test('a phone that slept longer finds the code closed on waking', async () => {
  const page = await open();
  await page.openRedemptionCode();
  page.device.setVisible(false);
  page.device.setNow(MORNING + 3_600_000);
  page.device.setVisible(true);
  expect(page.isOpen()).toBe(false);
  await pass(1500);
  expect(page.device.actions).toEqual(['reload']);
});

test.each([
  ['set back by an hour, it expires at once', -3_600_000, false],
  ['set forward by an hour, it expires at once', 3_600_000, false],
  ['set back by a minute, it stays', -60_000, true],
])('the code keeps its time with the clock %s', async (_, change, stays) => {
  const page = await open();
  await page.openRedemptionCode();
  page.device.setNow(MORNING + 5000 + change);
  await pass(5000);
  expect(page.isOpen()).toBe(stays);
  await pass(TWO_MINUTES - 5000);
  expect(page.isOpen()).toBe(false);
});

const scanned = async (world: World = {}) => {
  const page = await open(world);
  page.backend.answer('rest/redemptions', rows([{ id: 1 }]));
  await page.openRedemptionCode();
  await pass(3000);
  expect(page.isOpen()).toBe(true);
  page.backend.answer('rest/redemptions', rows([{ id: 2 }, { id: 1 }]));
  return page;
};

test('the receipt leaves ‘Processing redemption…’ in sight for at most three seconds', async () => {
  const page = await scanned();
  page.backend.answer('rest/stamps', later().answer);
  await pass(2000);
  expect(page.$isProcessing.get()).toBe(true);
  expect(page.$receipt.get()).toBe(null);
  await pass(3000);
  // What the record lacks comes from the reward.
  expect(page.$receipt.get()).toMatchObject({
    id: '2',
    storeName: 'Kape Tayo',
    rewardTitle: 'Free tea',
    stampsSpent: null,
  });
  page.closeReceipt();
  expect(page.$receipt.get()).toBe(null);
});

test.each([
  ['when a redemption is noticed', 0],
  ['while it is processed', 2000],
])('a receipt whose screen is left %s does not open on another reward’s', async (_, ms) => {
  const page = await scanned();
  page.backend.answer('rest/stamps', later().answer);
  await pass(ms);
  await goTo(page, '/store/3');
  await pass(2000);
  expect(page.$redemption.get().status).toBe('redeemed');
  await goTo(page, '/redeem?reward=8');
  await pass(5000);
  expect(page.$receipt.get()).toBe(null);
});

test('a receipt in the list is not the one that was just handed out', async () => {
  const page = await scanned();
  page.backend.answer('rest/stamps', later().answer);
  await pass(2000);
  await goTo(page, '/transactions?tab=redemptions');
  const { receipt } = page.$redemption.get() as { receipt: Redemption };
  show(page.$isReceiptNew);
  page.openReceipt({ ...receipt, id: '1' });
  expect(page.$isReceiptNew.get()).toBe(false);
  page.openReceipt(receipt);
  expect(page.$isReceiptNew.get()).toBe(true);
});

test('a record of another reward, of another phone’s code, lends nothing from this one', async () => {
  const page = await scanned({ reward: { ...tea, photo: 'https://stampcard.example/tea.webp' } });
  const record = { id: 3, reward_title: 'Free cake', store_name: 'Halo' };
  page.backend.answer('rest/redemptions', rows([record, { id: 1 }]));
  await pass(2000);
  expect(page.$redemptionSuccess.get()).toBe('Enjoy! Redeemed at Halo: Free cake');
  expect(page.$redemption.get()).toMatchObject({ receipt: { rewardPhoto: null } });
});

test('a code closed in that moment, and one opened after it, announce the same redemption once', async () => {
  const page = await scanned();
  const told: (string | undefined)[] = [];
  page.$receipt.listen((receipt) => told.push(receipt?.id));
  const [before, now] = [
    { id: 1, created_at: '2026-11-20T02:00:00Z' },
    { id: 2, created_at: '2026-11-21T02:00:04Z' },
  ];
  page.backend.answer('rest/redemptions', rows([before]));
  page.closeRedemptionCode();
  await page.openRedemptionCode();
  await settle();
  // Both have seen what was there before.
  page.backend.answer('rest/redemptions', rows([now, before]));
  page.closeRedemptionCode();
  await pass(2000);
  expect(told).toEqual(['2']);
  const asked = page.backend.requests.length;
  await pass(TWO_MINUTES);
  expect(page.backend.requests).toHaveLength(asked);
  expect(page.device.actions).toEqual([]);
});

test.each<[string, (page: Awaited<ReturnType<typeof scanned>>) => unknown]>([
  ['its person has gone', (page) => elsewhere(page, ben)],
  [
    'its person logs out',
    async ({ backend }) => {
      backend.answer('auth/logout', hanging);
      void (await import('../../../src/lib/state/session/log-out.ts')).logOut();
    },
  ],
])('a redemption that is seen once %s is not announced', async (_, leave) => {
  const page = await scanned();
  const slow = later();
  page.backend.answer('rest/redemptions', slow.answer);
  await pass(1500);
  await leave(page);
  slow.come(rows([{ id: 2 }, { id: 1 }]));
  await settle();
  expect(page.$redemption.get()).toEqual({ status: 'closed' });
  expect(page.device.sessionStorage.get(storageKeys.redeeming)).toBe(null);
});

test('the redemption is being processed until the stamps are fresh', async () => {
  const page = await scanned();
  // As the screen does.
  page.$selectionSettled.listen((settled) => settled && page.redemptionListed());
  const slow = later();
  page.backend.answer('rest/stamps', slow.answer);
  await pass(2000);
  expect(page.$isProcessing.get()).toBe(true);
  expect(page.device.sessionStorage.get(storageKeys.redeeming)).toBe('1');
  await page.openRedemptionCode();
  expect(page.isOpen()).toBe(false);
  slow.come(rows([]));
  await settle();
  expect(page.$isProcessing.get()).toBe(false);
  expect(page.device.sessionStorage.get(storageKeys.redeeming)).toBe(null);
});

test('the banner appears even if the lists can’t be read, and the next page goes on', async () => {
  const page = await scanned();
  page.backend.answer('rest/stamps', offline);
  page.backend.answer('rest/rewards', offline);
  await pass(2000);
  expect(page.$isProcessing.get()).toBe(false);
  expect(page.device.sessionStorage.get(storageKeys.redeeming)).toBe('1');
  expect(page.$redemptionSuccess.get()).toMatch(/^Enjoy!/);
});

test('processing goes on, on the next page, if this one is left meanwhile', async () => {
  const page = await scanned();
  page.backend.answer('rest/stamps', later().answer);
  await pass(2000);
  const { device } = await openPage('/transactions', { device: page.device });
  const { $isProcessing, redemptionListed } = await import(
    '../../../src/lib/state/redeem/redemption-state.ts'
  );
  const { $day } = await import('../../../src/lib/state/listed-day.ts');
  const { $listsSettled } = await import('../../../src/lib/state/transactions.ts');
  show($isProcessing);
  expect($isProcessing.get()).toBe(true);
  show($day);
  // As the screen does.
  $listsSettled.listen((listed) => listed && redemptionListed());
  await settle();
  expect($isProcessing.get()).toBe(false);
  expect(device.sessionStorage.get(storageKeys.redeeming)).toBe(null);
});

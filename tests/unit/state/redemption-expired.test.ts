// @vitest-environment node
/** The end of a redemption code's two minutes, and what follows it. */
import { describe, expect, test } from 'vitest';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import { later, offline, refusal, rows } from '../data/fake-backend.ts';
import { reward as example } from '../domain/examples.ts';
import { open, TWO_MINUTES, tea } from './open-code.ts';
import { ben, elsewhere, openPage, pass, settle, show } from './open-page.ts';

const redemption = { id: 2, created_at: '2026-11-21T02:02:01+00:00' };
const earlier = { id: 1, created_at: '2026-11-20T02:00:00+00:00' };
const SUCCESS = 'Enjoy! Redeemed at Kape Tayo: Free tea';

async function watched() {
  const page = await open();
  page.backend.answer('rest/redemptions', rows([earlier]));
  await page.openRedemptionCode();
  show(page.$isRunningOut);
  await pass(3000);
  return page;
}

test('the customer is warned 20 s before the end, and not sooner', async () => {
  const page = await watched();
  const told: boolean[] = [];
  page.$isRunningOut.listen((isRunningOut) => told.push(isRunningOut));
  await pass(TWO_MINUTES - 3000 - 21_000);
  expect(page.$isRunningOut.get()).toBe(false);
  await pass(1000);
  expect(page.$isRunningOut.get()).toBe(true);
  await pass(15_000);
  expect(told).toEqual([true]);
});

test('a new code replaces the old one in the open sheet, and is reported once that is withdrawn', async () => {
  const page = await watched();
  const states: string[] = [];
  page.$redemption.listen(() => {
    const code = page.shownCode();
    states.push(code ? `${code.image.status} ${code.renewed}` : 'closed');
  });
  await pass(105_000);
  states.length = 0;
  await page.renewRedemptionCode();
  await settle();
  expect(new Set(states)).toEqual(new Set(['ready true']));
  expect(page.calls()).toEqual(['open id-1', 'close id-1', 'open id-2']);
  expect(page.device.screenLocks()).toBe(1);
  expect(page.$isRunningOut.get()).toBe(false);
  await pass(TWO_MINUTES - 1);
  expect(page.isOpen()).toBe(true);
  await pass(1);
  expect(page.isOpen()).toBe(false);
});

test('a new code waits for stamps that are being read', async () => {
  const page = await watched();
  const slow = later();
  page.backend.answer('rest/stamps', slow.answer);
  void page.readSelection();
  await settle();
  const renewing = page.renewRedemptionCode();
  await settle();
  expect(page.calls()).toEqual(['open id-1']);
  slow.come(rows([{ id: 1, stamp_count: 9, store_id: 3 }]));
  await renewing;
  await settle();
  expect(page.calls()).toEqual(['open id-1', 'close id-1', 'open id-2']);
});

test('no new code is opened if the old one was closed meanwhile', async () => {
  const page = await watched();
  page.closeRedemptionCode();
  await page.renewRedemptionCode();
  await settle();
  expect(page.isOpen()).toBe(false);
  expect(page.calls()).toEqual(['open id-1', 'close id-1']);
});

test('a redemption at the moment of the renewal is announced, even if the backend refuses the new code', async () => {
  const page = await watched();
  page.backend.answer('rest/rpc/open_redemption', refusal(409, { code: 'PT409', message: 'No.' }));
  page.backend.answer('rest/redemptions', rows([redemption, earlier]));
  await page.renewRedemptionCode();
  await pass(2000);
  expect(page.refusal()).toBe(null);
  expect(page.$redemptionSuccess.get()).toBe(SUCCESS);
});

test('a redemption in the last second is announced, and the page is not reloaded', async () => {
  const page = await watched();
  await pass(TWO_MINUTES - 3000 - 300);
  page.backend.answer('rest/redemptions', rows([redemption, earlier]));
  await pass(300);
  expect(page.isOpen()).toBe(false);
  await pass(4000);
  expect(page.$redemptionSuccess.get()).toBe(SUCCESS);
  expect(page.device.actions).toEqual([]);
  expect(page.device.sessionStorage.get(storageKeys.expiredCode)).toBe(null);
});

/** The page that was reloaded, as its notice begins. */
async function reloaded(answer = rows([]), path = '/redeem?reward=7', isVisible = true) {
  const { device, ...before } = await watched();
  device.setVisible(isVisible);
  await pass(TWO_MINUTES);
  expect(device.actions).toEqual(['reload']);
  before.closeRedemptionCode();
  const page = await openPage(path, { device });
  page.backend.answer('rest/rewards', rows([tea]));
  page.backend.answer('rest/redemptions', answer);
  const state = await import('../../../src/lib/state/redeem/redemption-state.ts');
  const code = await import('../../../src/lib/state/redeem/redemption-code.ts');
  await code.followExpiredCode();
  await settle();
  const hasExpired = () => state.$redemption.get().status === 'expired';
  return { ...page, ...state, hasExpired };
}

test('the next page says so once the backend has said that nothing was redeemed', async () => {
  const slow = later();
  const page = await reloaded(slow.answer);
  expect(page.hasExpired()).toBe(false);
  const [asked] = page.backend.of('rest/redemptions');
  expect(asked?.query.get('created_at')).toBe(`gt.${earlier.created_at}`);
  slow.come(rows([]));
  await settle();
  expect(page.hasExpired()).toBe(true);
  expect(page.device.sessionStorage.get(storageKeys.expiredCode)).toBe(null);
});

test('the next page announces a redemption in between instead', async () => {
  const page = await reloaded(rows([redemption]));
  await pass(1000);
  expect(page.hasExpired()).toBe(false);
  expect(page.$redemptionSuccess.get()).toBe(SUCCESS);
});

test('a redemption in the minute after replaces the notice', async () => {
  const page = await reloaded();
  expect(page.hasExpired()).toBe(true);
  await pass(20_000);
  page.backend.answer('rest/redemptions', rows([redemption]));
  await pass(3000);
  expect(page.hasExpired()).toBe(false);
  expect(page.$redemptionSuccess.get()).toBe(SUCCESS);
});

test('the next page looks for a redemption for a minute, and no longer', async () => {
  const page = await reloaded();
  await pass(60_000);
  const asked = page.backend.of('rest/redemptions').length;
  await pass(60_000);
  expect(page.backend.of('rest/redemptions')).toHaveLength(asked);
});

test('someone whose phone was locked meanwhile is told on coming back', async () => {
  const page = await reloaded(rows([redemption]), '/redeem?reward=7', false);
  await pass(180_000);
  page.device.setVisible(true);
  await pass(1000);
  expect(page.$redemptionSuccess.get()).toBe(SUCCESS);
});

test('another reward’s page does not mention the expired code, unless it was redeemed', async () => {
  const page = await reloaded(rows([]), '/redeem?reward=8');
  expect(page.hasExpired()).toBe(false);
  page.backend.answer('rest/redemptions', rows([redemption]));
  await pass(3000);
  expect(page.$redemptionSuccess.get()).toBe(SUCCESS);
});

test('nothing is claimed about the code while offline', async () => {
  const page = await reloaded(offline);
  await pass(60_000);
  expect(page.hasExpired()).toBe(false);
});

test('the next customer is told nothing about the code, whenever the answer comes', async () => {
  const slow = later();
  const page = await reloaded(slow.answer);
  elsewhere(page, ben);
  slow.come(rows([]));
  await pass(20_000);
  expect(page.hasExpired()).toBe(false);
});

test('the notice disappears with the customer', async () => {
  const page = await reloaded();
  expect(page.hasExpired()).toBe(true);
  elsewhere(page, ben);
  expect(page.hasExpired()).toBe(false);
});

describe('a reward whose code opens with its page', () => {
  const onPage = async (path: string, device?: Awaited<ReturnType<typeof openPage>>['device']) => {
    const page = await openPage(path, device ? { device } : {});
    return { ...page, ...(await import('../../../src/lib/state/selected-reward.ts')) };
  };
  const reward = { id: '7' };

  test('the page of that reward opens the code once, and never because of its address alone', async () => {
    const { device, redeemOnNextPage } = await onPage('/home');
    redeemOnNextPage(reward);
    expect((await onPage('/redeem?reward=7')).takeRedeemNow()).toBe(false);
    const next = await onPage('/redeem?reward=7', device);
    expect(next.takeRedeemNow()).toBe(true);
    expect(next.takeRedeemNow()).toBe(false);
  });

  test('another reward’s page opens no code, nor does a page after it', async () => {
    const { device, redeemOnNextPage } = await onPage('/home');
    redeemOnNextPage(reward);
    expect((await onPage('/redeem?reward=8', device)).takeRedeemNow()).toBe(false);
    expect((await onPage('/redeem?reward=7', device)).takeRedeemNow()).toBe(false);
  });

  test('a tap on the reward’s card does not open a code that was to open on an earlier page', async () => {
    const { device, redeemOnNextPage, selectReward } = await onPage('/home');
    redeemOnNextPage(reward);
    selectReward(example({ id: '7' }));
    expect((await onPage('/redeem?reward=7', device)).takeRedeemNow()).toBe(false);
  });
});

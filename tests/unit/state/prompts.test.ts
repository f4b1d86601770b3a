// @vitest-environment node
import { expect, test, vi } from 'vitest';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import { openPage, type PageOptions, pass, settle } from './open-page.ts';

interface World extends PageOptions {
  dismissed?: string;
}

async function open({ dismissed, ...opening }: World = {}) {
  const page = await openPage('/home', opening);
  if (dismissed) page.device.localStorage.set(storageKeys.sharePromptDismissed, dismissed);
  const state = await import('../../../src/lib/state/prompts.ts');
  const told: unknown[] = [];
  const stop = state.$sharePrompt.listen((prompt) => told.push(prompt));
  await settle();
  return { ...page, ...state, stop, told };
}

const counting = (secondsLeft: number) => ({ open: true, secondsLeft });

test('the prompt opens and counts down from five', async () => {
  const { $sharePrompt, told } = await open();
  expect(told).toEqual([counting(5)]);
  await pass(4999);
  expect($sharePrompt.get()).toEqual(counting(1));
  await pass(1);
  expect($sharePrompt.get()).toEqual(counting(0));
  await pass(60_000);
  expect(told).toEqual([5, 4, 3, 2, 1, 0].map(counting));
  // The auth client's own; the countdown's is gone.
  expect(vi.getTimerCount()).toBe(1);
});

test('the prompt can’t be closed before the countdown has ended, then it can', async () => {
  const { $sharePrompt, closeSharePrompt, device } = await open();
  for (let second = 0; second < 5; second += 1) {
    closeSharePrompt();
    expect($sharePrompt.get()).toEqual(counting(5 - second));
    expect(device.localStorage.get(storageKeys.sharePromptDismissed)).toBe(null);
    await pass(1000);
  }
  closeSharePrompt();
  expect($sharePrompt.get()).toEqual({ open: false, secondsLeft: 0 });
  expect(device.localStorage.get(storageKeys.sharePromptDismissed)).toBe('2026-11-21');
});

const at = (time: string) => Date.parse(time);

test.each<[string, World, boolean]>([
  ['never before', {}, true],
  ['yesterday', { dismissed: '2026-11-20' }, true],
  ['today', { dismissed: '2026-11-21' }, false],
  ['today, late', { dismissed: '2026-11-21', now: at('2026-11-21T23:59:59.999Z') }, false],
  ['today, and it is midnight', { dismissed: '2026-11-21', now: at('2026-11-22T00:00Z') }, true],
  ['on the app’s day only', { dismissed: '2026-11-22', now: at('2026-11-21T16:00Z') }, true],
  ['in the future, by a clock that was wrong', { dismissed: '2027-01-01' }, true],
  ['no date at all', { dismissed: 'soon' }, true],
])('the prompt is shown once a day, by the UTC date, closed %s', async (_, world, shown) => {
  const { $sharePrompt } = await open(world);
  expect($sharePrompt.get().open).toBe(shown);
});

test('closing past midnight counts for the new day', async () => {
  const { closeSharePrompt, device } = await open({ now: at('2026-11-21T23:59:58Z') });
  await pass(5000);
  closeSharePrompt();
  expect(device.localStorage.get(storageKeys.sharePromptDismissed)).toBe('2026-11-22');
});

test('the prompt is not shown to a signed-out visitor', async () => {
  const { $sharePrompt } = await open({ as: null });
  await pass(10_000);
  expect($sharePrompt.get()).toEqual({ open: false, secondsLeft: 0 });
});

test('a screen that is gone counts no more', async () => {
  const { $sharePrompt, stop } = await open();
  stop();
  // Watchers come and go while a screen is drawn: it takes a second to be sure.
  await pass(1500);
  const left = $sharePrompt.value;
  expect(left).toEqual(counting(4));
  await pass(60_000);
  expect($sharePrompt.value).toEqual(left);
});

test('a screen that is gone before the session is known begins no countdown', async () => {
  await openPage('/home');
  const { startSession } = await import('../../../src/lib/state/session/session.ts');
  const { $sharePrompt } = await import('../../../src/lib/state/prompts.ts');
  const { cleanStores } = await import('nanostores');
  const stop = $sharePrompt.listen(() => undefined);
  stop();
  cleanStores($sharePrompt);
  await startSession();
  await pass(60_000);
  expect($sharePrompt.value).toEqual({ open: false, secondsLeft: 0 });
  // The auth client's own.
  expect(vi.getTimerCount()).toBe(1);
});

// @vitest-environment node

import { describe, expect, test, vi } from 'vitest';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import { eventPath, redeemPath, storePath } from '../../../src/lib/routes.ts';
import { rows } from '../data/fake-backend.ts';
import { openPage, type PageOptions, pass, settle, show, watch } from './open-page.ts';

const address = () => import('../../../src/lib/state/address.ts');

test.each([
  ['/store/3', '3'],
  ['/store/3/', '3'],
  ['/store/3?reward=7#top', '3'],
  ['/store/0', '0'],
  ['/store/a%2Fb', 'a/b'],
  ['/store/a/b', 'a/b'],
  ['/store/100%', '100%'],
  ['/store/%E0%A4%A', '%E0%A4%A'],
  ['/store/%C3%B1and%C3%BA', 'ñandú'],
  ['/store/..%2f..%2fadmin', '../../admin'],
  ['/store/%3Cscript%3E', '<script>'],
  ['/store/550e8400-e29b-41d4-a716-446655440000', '550e8400-e29b-41d4-a716-446655440000'],
  ['/store?id=3', '3'],
  ['/store?id=a%2Bb&reward=7', 'a+b'],
  ['/store/?id=3', '3'],
  ['/store/3?id=4', '3'],
  ['/store', null],
  ['/store/', null],
  ['/store//', null],
  ['/store/%20', null],
  ['/store?id=', null],
  ['/store?id=%20', null],
  ['/stores/3', null],
  ['/storefront', null],
])('the store of %s is %j', async (path, id) => {
  await openPage(path);
  expect((await address()).idInAddress('store')).toBe(id);
});

test.each(['3', 'a/b', '100%', 'ñandú', '🎟', 'a b', '?', '#', '%2F', '<b>', '..', 'a+b&c=d'])(
  'the id %j survives the way into an address and back',
  async (id) => {
    const { idInAddress, rewardInAddress } = await address();
    const { setPlatform } = await import('../../../src/lib/platform/platform.ts');
    const { memoryPlatform } = await import('../../memory-platform.ts');
    setPlatform(memoryPlatform(storePath(`x${id}`, id)));
    expect([idInAddress('store'), rewardInAddress('store')]).toEqual([`x${id}`, id]);
    setPlatform(memoryPlatform(eventPath(`x${id}`)));
    expect(idInAddress('viewEvent')).toBe(`x${id}`);
    setPlatform(memoryPlatform(redeemPath(id)));
    expect(rewardInAddress('redeem')).toBe(id);
  },
);

test('half of a surrogate pair, which no address can hold, is replaced', () => {
  expect(storePath('x\ud83d', '\ud83d')).toBe('/store/x%EF%BF%BD?reward=%EF%BF%BD');
});

test.each([
  ['/redeem?reward=7', '7'],
  ['/redeem?reward=a%26b', 'a&b'],
  ['/redeem?reward=7&reward=8', '7'],
  ['/redeem?reward=', null],
  ['/redeem', null],
])('the reward of %s is %j', async (path, id) => {
  await openPage(path);
  expect((await address()).rewardInAddress('redeem')).toBe(id);
});

describe('the reads of a screen', () => {
  const open = async (found: object[]) => {
    const page = await openPage('/rewards');
    page.backend.answer('rest/rewards', rows(found));
    const { $rewards } = await import('../../../src/lib/state/rewards.ts');
    const begin = await import('../../../src/lib/state/reading/preload-answers.ts');
    return { ...page, ...begin, $rewards };
  };

  test('a screen’s reads begin before anything shows them, and once', async () => {
    const { $rewards, backend, preloadAnswers } = await open([{ id: 1 }]);
    preloadAnswers($rewards);
    await settle();
    await watch($rewards);
    // Those with an end, and those without.
    expect(backend.of('rest/rewards')).toHaveLength(2);
  });

  test('the first two photos of a list are asked for as soon as it is known, and no others', async () => {
    const { $rewards, preloadFirstPhotos, device } = await open([
      { id: 1, photo: '/demo/first.svg', date_end: '2026-12-01' },
      { id: 2, photo: '/demo/second.svg', date_end: '2026-12-02' },
      { id: 3, photo: '/demo/third.svg', date_end: '2026-12-03' },
    ]);
    preloadFirstPhotos($rewards, 'card');
    await settle();
    expect(device.actions).toEqual(['fetch /demo/first.svg', 'fetch /demo/second.svg']);
  });

  test('a photo is asked for in the size of its card where the backend makes that', async () => {
    vi.stubEnv('PHOTO_TRANSFORMS', 'true');
    const { $rewards, preloadFirstPhotos, device } = await open([
      { id: 1, photo: '/storage/v1/object/public/rewards/uploads/1.jpg' },
    ]);
    preloadFirstPhotos($rewards, 'card');
    await settle();
    const sized = (width: number, height: number) =>
      `/storage/v1/render/image/public/rewards/uploads/1.jpg?width=${width}&height=${height}&resize=cover`;
    expect(device.actions).toEqual([
      `fetch ${sized(180, 135)} of ${sized(180, 135)} 1x, ${sized(360, 270)} 2x, ${sized(540, 405)} 3x`,
    ]);
  });

  test('a list without photos asks for none', async () => {
    const { $rewards, preloadFirstPhotos, device } = await open([{ id: 1 }]);
    preloadFirstPhotos($rewards, 'card');
    await settle();
    expect(device.actions).toEqual([]);
  });

  test('?show=code is taken out of the address, once, and nothing else is', async () => {
    const { device } = await openPage('/home?show=code&reward=7#top');
    const { consumeShowCode } = await import('../../../src/lib/state/address.ts');
    expect(consumeShowCode()).toBe(true);
    expect(device.actions).toEqual(['rewrite /home?reward=7#top']);
    expect(consumeShowCode()).toBe(false);
  });
});

describe('code fetched on demand', () => {
  async function open(load: () => Promise<string>) {
    await openPage('/home');
    const { onDemand } = await import('../../../src/lib/state/on-demand.ts');
    const fetched = vi.fn(load);
    return { ...onDemand(fetched), fetched };
  }

  test('code that is not watched is not fetched', async () => {
    const { $state, fetched } = await open(async () => 'module');
    await pass(60_000);
    expect(fetched).not.toHaveBeenCalled();
    expect($state.value).toEqual({ status: 'waiting' });
  });

  test('code is fetched when the page is idle, and used when asked', async () => {
    const { $state, fetched, whenReady } = await open(async () => 'module');
    const states: unknown[] = [];
    $state.subscribe((state) => states.push(state));
    await pass(60_000);
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(states).toEqual([{ status: 'waiting' }, { status: 'ready', module: 'module' }]);
    const run = vi.fn();
    await whenReady(run);
    expect(run).toHaveBeenCalledExactlyOnceWith('module');
  });

  test('code is fetched at once when it is asked for first', async () => {
    const { $state, whenReady } = await open(async () => 'module');
    const run = vi.fn();
    await whenReady(run);
    expect(run).toHaveBeenCalledExactlyOnceWith('module');
    expect($state.get()).toEqual({ status: 'ready', module: 'module' });
  });

  test('a failure while nothing was asked for is not reported; one that was asked for is, until it works', async () => {
    let online = false;
    const { $state, whenReady } = await open(async () => {
      if (!online) throw new TypeError('Failed to fetch dynamically imported module');
      return 'module';
    });
    show($state);
    await pass(60_000);
    expect($state.get()).toEqual({ status: 'waiting' });
    const run = vi.fn();
    await whenReady(run);
    expect($state.get()).toEqual({ status: 'failed' });
    expect(run).not.toHaveBeenCalled();
    online = true;
    await whenReady(run);
    expect($state.get()).toEqual({ status: 'ready', module: 'module' });
    expect(run).toHaveBeenCalledTimes(1);
  });
});

describe('the prompt to share', () => {
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
});

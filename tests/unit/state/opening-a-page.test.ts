// @vitest-environment node

import { describe, expect, test, vi } from 'vitest';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import { eventPath, redeemPath, storePath } from '../../../src/lib/routes.ts';
import type { firstReads } from '../../../src/lib/state/first-reads.ts';
import { rows } from '../data/fake-backend.ts';
import { MORNING, openPage, type PageOptions, pass, settle, show, watch } from './open-page.ts';

const address = () => import('../../../src/lib/state/address.ts');

test.each([
  ['/store/3', '3'],
  ['/store/3/', '3'],
  ['/store/3?reward=7#top', '3'],
  ['/store/a%2Fb', 'a/b'],
  ['/store/a/b', 'a/b'],
  ['/store/100%', '100%'],
  ['/store/..%2f..%2fadmin', '../../admin'],
  ['/store?id=a%2Bb&reward=7', 'a+b'],
  ['/store/?id=3', '3'],
  ['/store/3?id=4', '3'],
  ['/store', null],
  ['/store//', null],
  ['/store/%20', null],
  ['/store?id=%20', null],
  ['/stores/3', null],
])('the store of %s is %j', async (path, id) => {
  await openPage(path);
  expect((await address()).idInAddress('store')).toBe(id);
});

test.each(['a/b', '100%', '🎟', ' ?#', '%2F', '..', 'a+b&c=d'])(
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
  ['/redeem?reward=a%26b', 'a&b'],
  ['/redeem?reward=7&reward=8', '7'],
  ['/redeem?reward=', null],
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
    const [fetched] = device.actions;
    expect(fetched).toMatch(
      /^fetch \S+render\S+width=180&\S+ of \S+width=180&\S+ 1x, \S+ 2x, \S+ 3x$/,
    );
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

  test('code that is shown is fetched when the page is idle, and used when asked', async () => {
    const { $state, fetched, whenReady } = await open(async () => 'module');
    await pass(60_000);
    expect(fetched).not.toHaveBeenCalled();
    const states: unknown[] = [];
    $state.subscribe((state) => states.push(state));
    await pass(60_000);
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(states).toEqual([{ status: 'waiting' }, { status: 'ready', module: 'module' }]);
    const run = vi.fn();
    await whenReady(run);
    expect(run).toHaveBeenCalledExactlyOnceWith('module');
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

  test('the prompt counts down from five, and can be closed from then on', async () => {
    const { $sharePrompt, closeSharePrompt, device, told } = await open();
    const dismissed = () => device.localStorage.get(storageKeys.sharePromptDismissed);
    await pass(4999);
    closeSharePrompt();
    expect([$sharePrompt.get(), dismissed()]).toEqual([counting(1), null]);
    await pass(60_000);
    expect(told).toEqual([5, 4, 3, 2, 1, 0].map(counting));
    // The auth client's own; the countdown's is gone.
    expect(vi.getTimerCount()).toBe(1);
    closeSharePrompt();
    expect($sharePrompt.get()).toEqual({ open: false, secondsLeft: 0 });
    expect(dismissed()).toBe('2026-11-21');
  });

  const at = (time: string) => Date.parse(time);

  test.each<[string, World, boolean]>([
    ['never, by a signed-out visitor', { as: null }, false],
    ['yesterday', { dismissed: '2026-11-20' }, true],
    ['today, late', { dismissed: '2026-11-21', now: at('2026-11-21T23:59:59.999Z') }, false],
    ['today, and it is midnight', { dismissed: '2026-11-21', now: at('2026-11-22T00:00Z') }, true],
    ['on the app’s day only', { dismissed: '2026-11-22', now: at('2026-11-21T16:00Z') }, true],
    ['in the future, by a clock that was wrong', { dismissed: '2027-01-01' }, true],
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

// Of the document, which is not here.
vi.mock('../../../src/lib/platform/carry-photo.ts', () => ({ carryPhotos: () => undefined }));

/** What a page asks once this has begun. */
async function asked(path: string, begin: () => Promise<unknown>): Promise<unknown[]> {
  const { backend } = await openPage(path);
  await begin();
  await settle();
  return backend.requests.map(({ method, path: to, query, headers, body }) => [
    ...[method, to, `${query}`, headers.get('prefer'), body],
  ]);
}

test.each<[keyof typeof firstReads, folder: string, path: string]>([
  ['home', 'home', '/home'],
  ['events', 'events', '/events'],
  ['viewEvent', 'view-event', '/view-event/7'],
  ['rewards', 'rewards', '/rewards'],
  ['transactions', 'transactions', '/transactions'],
  ['redeem', 'redeem', '/redeem?reward=7'],
  ['store', 'store', '/store/7'],
])('what is asked early on %s is what its code asks for', async (screen, folder, path) => {
  const early = await asked(path, async () => {
    const { firstReads: reads } = await import('../../../src/lib/state/first-reads.ts');
    await Promise.allSettled(reads[screen]?.('ana', '7', MORNING) ?? []);
  });
  const byCode = await asked(path, () => import(`../../../src/islands/${folder}/preload.ts`));
  expect(early).not.toEqual([]);
  expect(byCode).toEqual(expect.arrayContaining(early));
});

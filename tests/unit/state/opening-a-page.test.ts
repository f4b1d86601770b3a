// @vitest-environment node

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import { eventPath, redeemPath, storePath } from '../../../src/lib/routes.ts';
import type { firstReads } from '../../../src/lib/state/first-reads.ts';
import { memoryPlatform } from '../../memory-platform.ts';
import { refusal, rows } from '../data/fake-backend.ts';
import {
  ana,
  MORNING,
  openPage,
  type PageOptions,
  pass,
  settle,
  show,
  startSession,
  userOf,
  watch,
} from './open-page.ts';

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

  test('a photo is requested in the size of its card if the backend resizes photos', async () => {
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

  test('?show=code is taken out of the address once, and nothing else is', async () => {
    const { device } = await openPage('/home?show=code&reward=7#top');
    const { consumeShowCode } = await import('../../../src/lib/state/address.ts');
    expect(consumeShowCode()).toBe(true);
    expect(device.actions).toEqual(['rewrite /home?reward=7#top']);
    expect(consumeShowCode()).toBe(false);
  });
});

describe('code fetched on demand', () => {
  async function open(load: () => Promise<string>) {
    const { device } = await openPage('/home');
    const { onDemand } = await import('../../../src/lib/state/on-demand.ts');
    const fetched = vi.fn(load);
    return { ...onDemand(fetched), fetched, device };
  }

  test('code for what is shown is fetched when the page is idle, and used when asked for', async () => {
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

  test('a failure is reported only if the code was asked for, and until it works', async () => {
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
    const again = whenReady(run);
    // The same words again would be neither seen nor heard.
    expect($state.get()).toEqual({ status: 'waiting' });
    await again;
    expect($state.get()).toEqual({ status: 'ready', module: 'module' });
    expect(run).toHaveBeenCalledTimes(1);
  });

  test('the page is reloaded when code can’t be fetched twice: the host may have a newer page', async () => {
    const { device, whenReady } = await open(() => Promise.reject(new TypeError('404')));
    await whenReady(() => undefined);
    expect(device.actions).toEqual([]);
    await whenReady(() => undefined);
    expect(device.actions).toEqual(['reload from host']);
  });

  test('a name is saved without code that the host may have dropped since the page loaded', async () => {
    const { backend } = await openPage('/profile');
    const { changeName } = await import('../../../src/lib/state/own-name.ts');
    const gone = '../../../src/lib/data/own-name.ts';
    vi.doMock(gone, () => Promise.reject(new TypeError('404')));
    onTestFinished(() => vi.doUnmock(gone));
    await startSession();
    const user_metadata = { full_name: 'Mia', chosen_name: 'Mia' };
    backend.answer('auth/user', refusal(200, { ...userOf(ana), user_metadata }));
    expect(await changeName('Mia')).toBe('Saved.');
  });
});

describe('the prompt to share', () => {
  interface World extends PageOptions {
    dismissed?: string;
  }

  async function open({ dismissed, ...opening }: World = {}) {
    const page = await openPage('/home', opening);
    if (dismissed) page.device.localStorage.set(storageKeys.sharePromptDismissed, dismissed);
    const state = await import('../../../src/lib/state/share-prompt.ts');
    const told: unknown[] = [];
    const stop = state.$sharePrompt.listen((prompt) => told.push(prompt));
    await settle();
    return { ...page, ...state, stop, told };
  }

  const counting = (secondsLeft: number) => ({ open: true, secondsLeft });

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

  test('a screen that is gone no longer counts', async () => {
    const { $sharePrompt, stop } = await open();
    stop();
    // Watchers come and go while a screen is drawn: it takes a second to be sure.
    await pass(1500);
    const left = $sharePrompt.value;
    expect(left).toEqual(counting(4));
    await pass(60_000);
    expect($sharePrompt.value).toEqual(left);
  });

  test('a prompt that was left counting and then closed in another tab is closed', async () => {
    const { $sharePrompt, device, stop } = await open();
    stop();
    await pass(1500);
    device.localStorage.set(storageKeys.sharePromptDismissed, '2026-11-21');
    await watch($sharePrompt);
    expect($sharePrompt.get().open).toBe(false);
  });
});

// That needs the document, which is not here.
const carryPhotos = vi.hoisted(() => vi.fn());
vi.mock('../../../src/lib/platform/carry-photo.ts', () => ({ carryPhotos }));

/** What a page requests once `begin` was called. */
async function asked(path: string, begin: () => Promise<unknown>): Promise<unknown[]> {
  const { backend } = await openPage(path);
  await begin();
  await settle();
  return backend.requests.map(({ method, path: to, query, headers, body }) => [
    ...[method, to, `${query}`, headers.get('prefer'), body],
  ]);
}

test.each<[keyof typeof firstReads, folder: string, path: string, carries?: true]>([
  ['home', 'home', '/home', true],
  ['events', 'events', '/events', true],
  ['viewEvent', 'view-event', '/view-event/7'],
  ['rewards', 'rewards', '/rewards', true],
  ['transactions', 'transactions', '/transactions'],
  ['redeem', 'redeem', '/redeem?reward=7'],
  ['store', 'store', '/store/7', true],
])(
  '%s requests early what its code requests, and carries photos on',
  async (screen, folder, path, carries) => {
    const early = await asked(path, async () => {
      const { firstReads: reads } = await import('../../../src/lib/state/first-reads.ts');
      await Promise.allSettled(reads[screen]?.('ana', '7', MORNING) ?? []);
    });
    const byCode = await asked(path, () => import(`../../../src/islands/${folder}/preload.ts`));
    expect(early).not.toEqual([]);
    expect(byCode).toEqual(expect.arrayContaining(early));
    expect(carryPhotos.mock.calls).toHaveLength(carries ? 1 : 0);
  },
);

const guard = () => import('../../../src/lib/state/session/guard.ts');

/** A device whose actions say where a screen leads, and what it does to the address. */
async function guarded(path: string, signedOut: 'page' | 'login' | 'prompt', as = ana) {
  const { device } = await openPage(path, { as });
  await (await guard()).guardScreen(signedOut);
  await settle();
  return device;
}

const stranger = null as never;

test('web-view mode is remembered on later pages of the tab', async () => {
  const { device } = await openPage('/home?isWebView=1', { as: null });
  await (await guard()).guardScreen('page');
  await openPage('/rewards', { as: null, device });
  await (await guard()).guardScreen('login');
  expect(device.actions).toEqual(['replace /login?redirect=/rewards&isWebView=1']);
});

test('web-view mode is known from the address if nothing can be saved', async () => {
  const { device } = await openPage('/login?isWebView=1', { as: null });
  device.sessionStorage.get = () => null;
  const { isWebView } = await import('../../../src/lib/state/session/web-view.ts');
  expect(isWebView()).toBe(true);
});

test('a redirect is followed only after web-view mode was saved', async () => {
  const device = await guarded('/home?redirect=/rewards&isWebView=true', 'login', stranger);
  expect(device.actions).toEqual(['replace /rewards']);
  expect(device.sessionStorage.get(storageKeys.webView)).toBe('1');
});

test.each(['/login', '/login/'])('a redirect waits on %s', async (path) => {
  expect((await guarded(`${path}?redirect=/redeem`, 'page', stranger)).actions).toEqual([]);
});

const DENIED = 'error=access_denied&error_description=Access+denied';

test.each([
  ['/home?from=mail', 'query', `/home?from=mail&${DENIED}`],
  ['/home', 'hash', `/home#${DENIED}&sb`],
  ['/store/3?reward=7', 'both', `/store/3?reward=7&${DENIED}#${DENIED}`],
])('an error of %s, in the %s, is taken out of it and saved for /login', async (rest, _, path) => {
  const device = await guarded(path, 'login', stranger);
  expect(device.sessionStorage.get(storageKeys.signInError)).toBe('Access denied (access_denied)');
  expect(device.actions[0]).toBe(`rewrite ${rest}`);
  expect(device.actions[1]).toMatch(/^replace \/login\?redirect=/);
  expect(device.actions.join()).not.toContain('denied');
});

test('an error leads to the sign-in even from the screen that asks for one itself', async () => {
  const device = await guarded(`/transactions?${DENIED}`, 'prompt', stranger);
  expect(device.actions).toEqual([
    'rewrite /transactions',
    'replace /login?redirect=/transactions',
  ]);
});

test('every screen but /transactions, which asks for it itself, leads to the sign-in', async () => {
  const { routes } = await import('../../../src/lib/routes.ts');
  const staying = Object.values(routes).filter(
    (route) => !route.public && route.signedOut !== 'login',
  );
  expect(staying.map(({ path }) => path)).toEqual(['/transactions']);
});

test('nothing begins while pages are pre-rendered', async () => {
  const device = { ...memoryPlatform('/events'), isBrowser: () => false };
  const { backend } = await openPage('/events', { device });
  const { $events } = await import('../../../src/lib/state/events.ts');
  await watch($events);
  expect($events.get()).toEqual({ status: 'idle' });
  expect(backend.requests).toEqual([]);
});

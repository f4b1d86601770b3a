import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { arriveWithPhoto } from '../../../src/lib/platform/arrive-with-photo.ts';
import { browserPlatform } from '../../../src/lib/platform/browser.ts';
import { solveCaptcha } from '../../../src/lib/platform/captcha.ts';
import { locate } from '../../../src/lib/platform/locate.ts';
import { registerWorker } from '../../../src/lib/platform/register-worker.ts';
import { carriedPhoto } from '../../../src/lib/platform/storage-keys.ts';

describe('the worker', () => {
  const register = vi.fn();

  beforeEach(() => {
    register.mockReset();
    vi.stubGlobal('navigator', { serviceWorker: { register } });
  });

  afterEach(() => Reflect.deleteProperty(window, 'trustedTypes'));

  test('the worker at the root is registered, by a policy that allows no other address', async () => {
    await registerWorker();
    expect(register).toHaveBeenCalledExactlyOnceWith('/worker.js');
    const createPolicy = vi.fn(
      (_name: string, rules: { createScriptURL: (text: string) => string }) => ({
        createScriptURL: (text: string) => `trusted ${rules.createScriptURL(text)}`,
      }),
    );
    Object.assign(window, { trustedTypes: { createPolicy } });
    await registerWorker();
    expect(createPolicy).toHaveBeenCalledExactlyOnceWith('stampcard-worker', expect.anything());
    expect(register).toHaveBeenLastCalledWith('trusted /worker.js');
    const [, policy] = createPolicy.mock.calls[0] ?? [];
    expect(policy?.createScriptURL('//elsewhere.example/')).toBe('/worker.js');
  });

  const refuse = () => {
    throw new DOMException('Blocked.', 'SecurityError');
  };

  test.each<[string, browser: object, trustedTypes?: object]>([
    ['has no workers', {}],
    ['refuses', { serviceWorker: { register: async () => refuse() } }],
    [
      'throws when asked for workers',
      {
        get serviceWorker() {
          return refuse();
        },
      },
    ],
    ['allows no policy', { serviceWorker: { register } }, { createPolicy: refuse }],
  ])('a browser that %s registers no worker, without an error', async (_, browser, types) => {
    vi.stubGlobal('navigator', browser);
    Object.assign(window, { trustedTypes: types });
    await registerWorker();
    expect(register).not.toHaveBeenCalled();
  });
});

describe('the CAPTCHA', () => {
  interface Drawn {
    sitekey: string;
    callback(token: string): void;
    [name: `${string}-callback`]: () => void;
  }

  const turnstile = { provider: 'turnstile', siteKey: '0x4AAA' } as const;
  const hcaptcha = { provider: 'hcaptcha', siteKey: '1-2-3' } as const;
  const ready = () => (window as unknown as { onCaptchaReady: () => void }).onCaptchaReady();

  let scripts: HTMLScriptElement[];
  let drawn: Drawn[];
  let removed: string[];

  function provide(name: 'turnstile' | 'hcaptcha'): void {
    vi.stubGlobal(name, {
      render: (_: HTMLElement, options: Drawn) => `widget ${drawn.push(options)}`,
      remove: (widget: string) => removed.push(widget),
    });
  }

  const solve = (captcha: typeof turnstile | typeof hcaptcha, onShown = () => undefined) =>
    solveCaptcha(captcha, { place: document.createElement('div'), timeoutMs: 15_000, onShown });

  beforeEach(() => {
    drawn = [];
    removed = [];
    scripts = [];
    vi.useFakeTimers();
    // Nothing is fetched: the test plays the provider.
    vi.spyOn(document.head, 'append').mockImplementation((script) => {
      scripts.push(script as HTMLScriptElement);
    });
  });
  afterEach(() => void vi.useRealTimers());

  test.each([
    [turnstile, 'https://challenges.cloudflare.com/turnstile/v0/api.js'],
    [hcaptcha, 'https://js.hcaptcha.com/1/api.js'],
  ])('the script of %j is loaded once, from %s', async (captcha, address) => {
    const first = solve(captcha);
    expect(scripts[0]?.src).toMatch(new RegExp(`^${address.replaceAll('.', '\\.')}\\?`));
    provide(captcha.provider);
    ready();
    await vi.advanceTimersByTimeAsync(0);
    drawn[0]?.callback('token 1');
    expect(await first).toBe('token 1');
    const second = solve(captcha);
    await vi.advanceTimersByTimeAsync(0);
    drawn[1]?.callback('token 2');
    expect(await second).toBe('token 2');
    expect(scripts).toHaveLength(1);
    expect(drawn.map(({ sitekey }) => sitekey)).toEqual([captcha.siteKey, captcha.siteKey]);
  });

  test.each<[string, end: () => unknown, words: string]>([
    ['is blocked', () => scripts[0]?.onerror?.(new Event('error')), 'could not be loaded'],
    ['does not come within 15 s', () => vi.advanceTimersByTime(15_000), 'could not be loaded'],
    ['is something else', () => ready(), 'not what it should be'],
  ])('a script that %s is an error', async (_, end, words) => {
    const solving = expect(solve(turnstile)).rejects.toThrow(words);
    end();
    await solving;
  });

  test.each(['error', 'expired', 'timeout', 'unsupported', 'chalexpired', 'close'] as const)(
    'a check that ends in %s is an error, and its widget is removed',
    async (end) => {
      provide('turnstile');
      const shown = vi.fn();
      const solving = solve(turnstile, shown);
      await vi.advanceTimersByTimeAsync(0);
      expect(shown).toHaveBeenCalledOnce();
      drawn[0]?.[`${end}-callback`]?.();
      await expect(solving).rejects.toThrow('was not passed');
      expect(removed).toEqual(['widget 1']);
    },
  );
});

describe('styles that come later', () => {
  /** The function that loads them on a page with such a link, and the links it adds, none of them fetched. */
  async function open(link: string) {
    const links: HTMLLinkElement[] = [];
    vi.resetModules();
    document.head.innerHTML = link;
    vi.spyOn(document.head, 'append').mockImplementation((made) => {
      links.push(made as HTMLLinkElement);
    });
    onTestFinished(() => {
      document.head.innerHTML = '';
    });
    return { links, ...(await import('../../../src/lib/platform/later-styles.ts')) };
  }

  test('later styles are requested once, and again if they could not be loaded', async () => {
    const { links, laterStyles } = await open('<link data-sheets href="/later.css">');
    const first = laterStyles();
    links[0]?.onerror?.(new Event('error'));
    await expect(first).rejects.toThrow('The styles did not come.');
    const both = [laterStyles(), laterStyles()];
    expect(links.map(({ rel, href }) => [rel, new URL(href).pathname])).toEqual([
      ['stylesheet', '/later.css'],
      ['stylesheet', '/later.css'],
    ]);
    links[1]?.onload?.(new Event('load'));
    await Promise.all(both);
  });

  test('a page without such a file requests none', async () => {
    const { links, laterStyles } = await open('<link data-sheets>');
    await laterStyles();
    expect(links).toEqual([]);
  });
});

test.each<[string, () => Promise<object>, times: number]>([
  ['is there', async () => ({ ok: true }), 1],
  ['is not there at present', async () => ({ ok: false }), 0],
  ['is out of reach', () => Promise.reject(new TypeError('Failed to fetch')), 0],
])('a page whose new copy %s is reloaded only if the host has it', async (_, fetched, times) => {
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  vi.stubGlobal('fetch', fetched);
  browserPlatform.reloadFromHost();
  for (let step = 0; step < 5; step += 1) await Promise.resolve();
  expect(reload).toHaveBeenCalledTimes(times);
});

test('a tapped photo arrives on the page that it leads to, and on no other', () => {
  document.body.innerHTML = '<main><article><img alt=""></article></main>';
  vi.stubGlobal('location', { pathname: '/redeem', search: '?reward=1' });
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  for (const [to, photos] of [
    ['/redeem?reward=2', 0],
    ['/redeem?reward=1', 1],
  ] as const) {
    const photo = { to, src: '/a.png', box: [0, 0, 9, 9], at: Date.now() };
    sessionStorage.setItem(carriedPhoto, JSON.stringify(photo));
    arriveWithPhoto();
    expect(document.querySelectorAll('body > img')).toHaveLength(photos);
  }
  document.body.innerHTML = '';
});

test('what an address is replaced by takes its place in the history', () => {
  const { length } = history;
  browserPlatform.rewriteAddress('/rewards?ready=1');
  expect([history.length, location.search]).toEqual([length, '?ready=1']);
  browserPlatform.rewriteAddress('/');
  const [replace, assign] = [vi.spyOn(location, 'replace'), vi.spyOn(location, 'assign')];
  for (const way of [replace, assign]) way.mockReturnValue();
  browserPlatform.replace('/login');
  expect(replace).toHaveBeenCalledExactlyOnceWith('/login');
  browserPlatform.open('/store/3');
  expect(assign).toHaveBeenCalledExactlyOnceWith('/store/3');
});

test.each([
  ['refused', 1],
  ['unknown', 2],
  ['unknown', 3],
])('a device says why its place can’t be told: %s (%i)', async (why, code) => {
  const getCurrentPosition = (_: unknown, failed: (error: object) => void) =>
    failed({ code, PERMISSION_DENIED: 1 });
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition } });
  expect(await locate()).toBe(why);
  vi.stubGlobal('navigator', {});
  expect(await locate()).toBe('unknown');
});

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { solveCaptcha } from '../../../src/lib/platform/captcha.ts';
import { registerWorker } from '../../../src/lib/platform/register-worker.ts';

describe('the worker', () => {
  const register = vi.fn();

  beforeEach(() => {
    register.mockReset();
    vi.stubGlobal('navigator', { serviceWorker: { register } });
  });

  afterEach(() => Reflect.deleteProperty(window, 'trustedTypes'));

  test('the registered worker is the one at the root', async () => {
    await registerWorker();
    expect(register).toHaveBeenCalledExactlyOnceWith('/worker.js');
  });

  test('the Trusted Types policy has one address for every question', async () => {
    const createPolicy = vi.fn(
      (_name: string, rules: { createScriptURL: (text: string) => string }) => ({
        createScriptURL: (text: string) => `trusted ${rules.createScriptURL(text)}`,
      }),
    );
    Object.assign(window, { trustedTypes: { createPolicy } });
    await registerWorker();
    expect(createPolicy).toHaveBeenCalledExactlyOnceWith('stampcard-worker', expect.anything());
    expect(register).toHaveBeenCalledExactlyOnceWith('trusted /worker.js');
    expect(createPolicy.mock.calls[0]?.[1].createScriptURL('//elsewhere.example/')).toBe(
      '/worker.js',
    );
  });

  test('a browser without workers is not reported', async () => {
    vi.stubGlobal('navigator', {});
    await expect(registerWorker()).resolves.toBe(undefined);
  });

  test('a browser that refuses is not reported', async () => {
    register.mockRejectedValue(new DOMException('Blocked.', 'SecurityError'));
    await expect(registerWorker()).resolves.toBe(undefined);
  });

  test('a browser that refuses the question itself is not reported', async () => {
    vi.stubGlobal('navigator', {
      get serviceWorker() {
        throw new DOMException('Blocked.', 'SecurityError');
      },
    });
    await expect(registerWorker()).resolves.toBe(undefined);
  });

  test('a policy that is not allowed is not reported', async () => {
    const createPolicy = () => {
      throw new TypeError('Policy disallowed.');
    };
    Object.assign(window, { trustedTypes: { createPolicy } });
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

  test('the script that is blocked is an error', async () => {
    const solving = solve(turnstile);
    scripts[0]?.onerror?.(new Event('error'));
    await expect(solving).rejects.toThrow('could not be loaded');
  });

  test('the script that does not come within 15 s is an error', async () => {
    const solving = expect(solve(turnstile)).rejects.toThrow('could not be loaded');
    await vi.advanceTimersByTimeAsync(15_000);
    await solving;
  });

  test('a script that is something else is an error', async () => {
    const solving = solve(turnstile);
    ready();
    await expect(solving).rejects.toThrow('not what it should be');
  });

  test.each(['error', 'expired', 'timeout', 'unsupported', 'chalexpired', 'close'] as const)(
    'the check that ends in %s is an error, and is taken away',
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
  /** The links that were put at the end of the head; nothing is fetched. */
  const links: HTMLLinkElement[] = [];

  beforeEach(() => {
    links.length = 0;
    vi.resetModules();
    vi.spyOn(document.head, 'append').mockImplementation((link) => {
      links.push(link as HTMLLinkElement);
    });
  });

  afterEach(() => {
    vi.restoreAllMocks();
    document.head.innerHTML = '';
  });

  const load = () => import('../../../src/lib/platform/later-styles.ts');

  test('the styles of what comes later are asked for once', async () => {
    document.head.innerHTML = '<link data-sheets href="/later.css">';
    const { laterStyles } = await load();
    const both = [laterStyles(), laterStyles()];
    expect(links.map(({ rel, href }) => [rel, new URL(href).pathname])).toEqual([
      ['stylesheet', '/later.css'],
    ]);
    links[0]?.onload?.(new Event('load'));
    await Promise.all(both);
  });

  test('styles that did not come are asked for again', async () => {
    document.head.innerHTML = '<link data-sheets href="/later.css">';
    const { laterStyles } = await load();
    const first = laterStyles();
    links[0]?.onerror?.(new Event('error'));
    await expect(first).rejects.toThrow('The styles did not come.');
    const second = laterStyles();
    expect(links).toHaveLength(2);
    links[1]?.onload?.(new Event('load'));
    await second;
  });

  test('a page without such a file has its styles', async () => {
    document.head.innerHTML = '<link data-sheets>';
    const { laterStyles } = await load();
    await laterStyles();
    expect(links).toEqual([]);
  });
});

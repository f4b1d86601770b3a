// @vitest-environment node
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  filesCache,
  isCacheable,
  isPicture,
  picturesOnly,
  takeOver,
} from '../../../src/worker/caches.ts';

test.each([
  [true, '/demo/cake.svg'],
  [true, '/a/photo'],
  [true, '/storage/v1/object/public/rewards/uploads/1.jpg'],
  [true, '/storage/v1/render/image/public/rewards/uploads/1.jpg'],
  [false, '/auth/v1/user'],
  [false, '/rest/v1/stamps'],
  [false, '/storage/v1/object/rewards/uploads/1.jpg'],
  [false, '/storage/v1/object/sign/rewards/1.jpg'],
  [false, '/storage/v1/render/image/sign/rewards/1.jpg'],
])('an image counts as a picture (%s) unless it is private: %s', (counts, path) => {
  expect(isPicture('image', path)).toBe(counts);
  expect(isPicture('document', path)).toBe(false);
});

const answer = (type: string, status = 200) =>
  new Response(null, { status, headers: { 'content-type': type } });

test.each<[boolean, string, Pick<Response, 'type' | 'status' | 'headers'>]>([
  [true, 'a picture', answer('image/svg+xml; charset=utf-8')],
  [true, 'a picture in capitals', answer('IMAGE/JPEG')],
  [true, 'of another origin', { type: 'opaque', status: 0, headers: new Headers() }],
  [false, 'a page', answer('text/html')],
  [false, 'a text about a picture', answer('text/plain; about=image/png')],
  [false, 'a part of a picture', answer('image/png', 206)],
  [false, 'a picture in place of what is missing', answer('image/png', 404)],
  [false, 'without a type', new Response(null)],
])('an answer may be cached (%s): %s', (may, _, given) => {
  expect(isCacheable(given)).toBe(may);
});

test('the oldest of more than sixty pictures are dropped', async () => {
  const pictures = Array.from(
    { length: 62 },
    (_, index) => new Request(`https://a.example/${index}`),
  );
  const dropped: string[] = [];
  const cache = {
    keys: async () => pictures,
    delete: async ({ url }: Request) => dropped.push(url),
  };
  vi.stubGlobal('caches', { open: async () => cache });
  const [response, event] = [new Response(), {} as never];
  const request = new Request('https://a.example/61');
  const seen = { cacheName: 'pictures', request, newResponse: response, event };
  await picturesOnly.cacheDidUpdate?.(seen);
  expect(dropped).toEqual(['https://a.example/0', 'https://a.example/1']);
});

/** The parts of the browser's caches that a version needs to take over. */
function fakeCaches() {
  const entriesByCache = new Map<string, Map<string, Response>>();
  const open = async (name: string) => {
    const entries = entriesByCache.get(name) ?? new Map<string, Response>();
    entriesByCache.set(name, entries);
    return {
      match: async (key: string) => entries.get(key)?.clone(),
      put: async (key: string, value: Response) => void entries.set(key, value),
    };
  };
  return {
    open,
    keys: async () => [...entriesByCache.keys()],
    delete: async (name: string) => entriesByCache.delete(name),
    /** The versions whose files are there. */
    versions: () =>
      [...entriesByCache.keys()].flatMap((name) => /^stampcard-files-(.*)$/.exec(name)?.[1] ?? []),
  };
}

describe('a version that takes over', () => {
  let held: ReturnType<typeof fakeCaches>;

  beforeEach(() => {
    held = fakeCaches();
    vi.stubGlobal('caches', held);
    // Safari 16 has no `Response.json`.
    vi.stubGlobal('Response', Object.assign(class extends Response {}, { json: undefined }));
  });

  /** What the browser does with a version that was fetched completely. */
  async function install(version: string) {
    await held.open(filesCache(version));
    await takeOver(version);
  }

  test.each([
    ['has none before it', ['a'], ['a']],
    ['keeps the one before it', ['a', 'b'], ['a', 'b']],
    ['keeps no older one', ['a', 'b', 'c'], ['b', 'c']],
    ['keeps the one before it, even if installed twice', ['a', 'b', 'b'], ['a', 'b']],
    ['counts as new when it comes back', ['a', 'b', 'a', 'c'], ['a', 'c']],
  ])('a version that takes over %s', async (_, versions, left) => {
    await held.open('stampcard-pictures');
    for (const version of versions) await install(version);
    expect(held.versions()).toEqual(left);
    expect(await held.keys()).toContain('stampcard-pictures');
  });

  test('a version that takes over ignores one before it that is incomplete', async () => {
    await install('a');
    await held.open(filesCache('half'));
    await install('b');
    expect(held.versions()).toEqual(['a', 'b']);
  });

  test.each(['{', '{}', 'null', '[1, null]'])(
    'a version takes over even if the record of versions is %s',
    async (text) => {
      const record = await held.open('stampcard-versions');
      await record.put('/versions', new Response(text));
      await install('a');
      await install('b');
      expect(held.versions()).toEqual(['a', 'b']);
    },
  );
});

describe('a message', () => {
  const shown = vi.fn(async (_title: string, _options: object) => undefined);
  const opened = vi.fn(async (_address: string) => null);

  /** Loads the worker's code, with this page in view. */
  async function push(
    url: string,
    userAgent = 'Chrome/150.0.0.0 Safari/537.36',
    open: object[] = [],
  ) {
    vi.resetModules();
    vi.clearAllMocks();
    vi.stubGlobal('__STAMPCARD_BASE_PATH__', '/stampcard');
    vi.stubGlobal('self', {
      location: { origin: 'https://a.example' },
      navigator: { userAgent, setAppBadge: () => Promise.reject(new Error('No badges here.')) },
      clients: {
        matchAll: async ({ includeUncontrolled = false }) =>
          includeUncontrolled ? [{ url, visibilityState: 'visible' }] : open,
        openWindow: opened,
      },
      registration: { showNotification: shown },
    });
    return import('../../../src/worker/push.ts');
  }

  test.each([
    ['of the wallet', 'https://a.example/stampcard/home', 0],
    ['of the wallet with an id', 'https://a.example/stampcard/store/7?reward=1', 0],
    ['of the site for everybody', 'https://a.example/stampcard/stores', 1],
    ['of the demo’s till', 'https://a.example/stampcard/local/counter', 1],
    ['of another site on its host', 'https://a.example/blog', 1],
  ])('only a wallet page in view keeps a message hidden: one %s', async (_, url, times) => {
    const notification = { title: 'Ready', tag: 'reward_ready' };
    const { showPushed } = await push(url);
    await showPushed({ json: () => ({ web_push: 8030, notification }) } as never);
    expect(shown).toHaveBeenCalledTimes(times);
    // A newer one of its kind replaces it.
    if (times) expect(shown.mock.lastCall).toMatchObject(['Ready', { tag: 'reward_ready' }]);
  });

  test('a message is shown in Safari even over the wallet', async () => {
    const url = 'https://a.example/stampcard/home';
    const { showPushed } = await push(url, 'AppleWebKit/605.1.15 Version/16.4 Mobile/15E148');
    const notification = { title: 'Ready', tag: 'reward_ready' };
    await showPushed({ json: () => ({ web_push: 8030, notification }) } as never);
    expect(shown).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['https://a.example/stampcard/rewards', 'https://a.example/stampcard/rewards'],
    ['https://a.example/blog', 'https://a.example/stampcard/home'],
    ['https://b.example/stampcard/home', 'https://a.example/stampcard/home'],
    ['javascript:alert(1)', 'https://a.example/stampcard/home'],
  ])('a tap on a message that leads to %s opens %s', async (data, address) => {
    const { openTapped } = await push('https://a.example/blog');
    await openTapped({ data, close: () => undefined } as never);
    expect(opened.mock.calls).toEqual([[address]]);
  });

  test.each([
    ['changes its screen', true, []],
    ['does not answer', false, ['navigate https://a.example/stampcard/rewards']],
  ])(
    'a tap on a message brings the tab in front that is open, and %s',
    async (_, answers, more) => {
      const done: string[] = [];
      const tab = {
        focus: async () => void done.push('focus'),
        postMessage: ({ address }: { address: string }, [port]: [MessagePort]) => {
          expect(address).toBe('https://a.example/stampcard/rewards');
          if (answers) port.postMessage(true);
        },
        navigate: async (address: string) => done.push(`navigate ${address}`),
      };
      const { openTapped } = await push('https://a.example/blog', undefined, [tab]);
      const data = 'https://a.example/stampcard/rewards';
      const close = () => void done.push('close');
      await openTapped({ data, close } as never);
      expect(done).toEqual(['close', 'focus', ...more]);
      expect(opened).not.toHaveBeenCalled();
    },
  );
});

// @vitest-environment node
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  cachesToDrop,
  filesCache,
  isCacheable,
  isPicture,
  takeOver,
  versionsToKeep,
} from '../../../src/worker/caches.ts';

test.each([
  '/demo/cake.svg',
  '/a/photo',
  '/storage/v1/object/public/rewards/uploads/1.jpg',
  '/storage/v1/render/image/public/rewards/uploads/1.jpg',
])('a request for an image counts as a picture: %s', (path) => {
  expect(isPicture('image', path)).toBe(true);
  for (const other of ['', 'document', 'script', 'font', 'video']) {
    expect(isPicture(other, path), other).toBe(false);
  }
});

test.each([
  '/auth/v1/user',
  '/rest/v1/stamps',
  '/storage/v1/object/rewards/uploads/1.jpg',
  '/storage/v1/object/sign/rewards/1.jpg',
  '/storage/v1/render/image/sign/rewards/1.jpg',
])('a file that only its owner may ask the backend for is never a picture: %s', (path) => {
  expect(isPicture('image', path)).toBe(false);
});

const answer = (type: string, status = 200) =>
  new Response(null, { status, headers: { 'content-type': type } });

test.each(['image/png', 'image/svg+xml; charset=utf-8', 'IMAGE/JPEG'])(
  'an answer may be cached as %s',
  (type) => {
    expect(isCacheable(answer(type))).toBe(true);
  },
);

test('an answer of another origin may be cached, though it says nothing about itself', () => {
  expect(isCacheable({ type: 'opaque', status: 0, headers: new Headers() })).toBe(true);
});

test.each(['text/html', 'application/json', 'text/plain; about=image/png'])(
  'an answer may not be cached as %s, whatever it was asked for',
  (type) => {
    expect(isCacheable(answer(type))).toBe(false);
  },
);

test.each([204, 206, 404, 500])('an answer may not be cached with the status %i', (status) => {
  expect(isCacheable(answer('image/png', status))).toBe(false);
});

test('an answer may not be cached without a type', () => {
  expect(isCacheable(new Response(null))).toBe(false);
});

test.each<[string, string[], string[]]>([
  ['a', [], ['a']],
  ['b', ['a'], ['b', 'a']],
  ['c', ['b', 'a'], ['c', 'b']],
  // Installed once more, or taken back.
  ['b', ['b', 'a'], ['b', 'a']],
  ['a', ['b', 'a'], ['a', 'b']],
])('the version %s after %j leaves %j', (version, earlier, kept) => {
  expect(versionsToKeep(version, earlier)).toEqual(kept);
});

test('caches of other versions are dropped, and nothing that is no version', () => {
  const names = ['a', 'b', 'c'].map(filesCache);
  expect(cachesToDrop([...names, 'stampcard-pictures', 'stampcard-versions'], ['c', 'b'])).toEqual([
    filesCache('a'),
  ]);
});

/** As much of the browser's caches as a version needs to take over. */
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
  });

  /** What the browser does with a version that could be fetched whole. */
  async function install(version: string) {
    await held.open(filesCache(version));
    await takeOver(version);
  }

  test('a version that takes over leaves the one before it in place, and no older one', async () => {
    await install('a');
    expect(held.versions()).toEqual(['a']);
    await install('b');
    expect(held.versions()).toEqual(['a', 'b']);
    await install('c');
    expect(held.versions()).toEqual(['b', 'c']);
  });

  test('a version that takes over goes by what has answered: half a version that never did is not the one before', async () => {
    await install('a');
    await held.open(filesCache('half'));
    await install('b');
    expect(held.versions()).toEqual(['a', 'b']);
  });

  test('a version that takes over goes by when it answered: one that was taken back counts as new', async () => {
    for (const version of ['a', 'b', 'a', 'c']) await install(version);
    expect(held.versions()).toEqual(['a', 'c']);
  });

  test.each(['{', '{}', 'null', '[1, null]'])(
    'a version that takes over is not stopped by a record like %s',
    async (text) => {
      const record = await held.open('stampcard-versions');
      await record.put('/versions', new Response(text));
      await install('a');
      await install('b');
      expect(held.versions()).toEqual(['a', 'b']);
    },
  );
});

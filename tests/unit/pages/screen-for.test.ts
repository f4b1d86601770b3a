/** src/scripts/screen-for.ts: hosts without rewrite rules (docs/product.md#who-sees-what). */
import { expect, test, vi } from 'vitest';
import { screenFor } from '../../../src/scripts/screen-for.ts';
import { openRedirects } from '../domain/open-redirects.ts';

test.each([
  ['/store/7', '', '/store?id=7'],
  ['/store/7/', '', '/store?id=7'],
  ['/store/7', '?reward=3', '/store?id=7&reward=3'],
  ['/view-event/2', '?isWebView=1', '/view-event?id=2&isWebView=1'],
  ['/store/a%2Fb', '', '/store?id=a%2Fb'],
  ['/store/a+b', '', '/store?id=a%2Bb'],
  ['/store/', '?id=7', '/store?id=7'],
  ['/home/', '', '/home'],
])(
  'the 404 page takes %s%s to %s',
  { tags: ['run-time-ids-by-404-page'] },
  (path, search, screen) => {
    expect(screenFor(path, search)).toBe(screen);
  },
);

test.each(['/', '/store', '/store/7/rewards', '/stores/7', '/a/store/7', '/view-events/2'])(
  'the address %s is unknown indeed',
  (path) => {
    expect(screenFor(path, '?id=7')).toBe(null);
  },
);

const ORIGIN = 'https://stampcard.example';

/** Where the 404 page leads from this address. */
async function leadFrom(path: string): Promise<string[]> {
  vi.resetModules();
  const left: string[] = [];
  const [pathname = '', search = ''] = path.split(/(?=\?)/);
  vi.stubGlobal('location', {
    origin: ORIGIN,
    pathname,
    search,
    replace: (target: string) => void left.push(target),
  });
  await import('../../../src/scripts/not-found.ts');
  return left;
}

test('the 404 page leads to a screen, and never to another site', async () => {
  expect(await leadFrom('/store/7?reward=3')).toEqual(['/store?id=7&reward=3']);
  const tricks = Object.values(openRedirects)
    .flat()
    .filter((target) => /^[/\\]/.test(target))
    .flatMap((target) => [target, `${target}/`, `${target}//`, `${target}/?from=there`]);
  const own = ['//evil.example/', '///evil.example/', '/\\evil.example/', '/.//evil.example/'];
  for (const address of [...own, '//evil.example//', '//evil.example/?a=b', ...tricks]) {
    for (const target of await leadFrom(address)) {
      expect(new URL(target, ORIGIN).origin, address).toBe(ORIGIN);
    }
  }
});

// @vitest-environment node
/** Every place that goes to an address which came from outside (docs/product.md#redirects). */
import { expect, test, vi } from 'vitest';
import { openRedirects } from '../domain/open-redirects.ts';
import { ana, openPage, settle } from '../state/open-page.ts';

const ORIGIN = 'http://localhost:4321';

const tricks = Object.values(openRedirects).flat();
/** As a path of this site each of them arrives with a slash at its end, or with more. */
const paths = tricks
  .filter((target) => /^[/\\]/.test(target))
  .flatMap((target) => [target, `${target}/`, `${target}//`, `${target}/?from=there`]);

/** Where a script of a page leads from there. */
async function leave(script: () => Promise<unknown>, pathname: string, search = '') {
  vi.resetModules();
  const left: string[] = [];
  const href = `${ORIGIN}${pathname}${search}`;
  const replace = (target: string) => void left.push(target);
  vi.stubGlobal('document', { querySelectorAll: () => [] });
  vi.stubGlobal('location', { href, origin: ORIGIN, pathname, search, hash: '', replace });
  await script();
  return left;
}

const query = (target: string) => `?redirect=${encodeURIComponent(target)}`;

/** Each is led to these addresses in turn; what it answers is where it went, if anywhere. */
const places: Record<string, [from: readonly string[], own: string, lead: Lead]> = {
  'the 404 page': [
    paths,
    '/home/',
    async (address) => {
      const [pathname = '', search] = address.split(/(?=\?)/);
      return leave(() => import('../../../src/scripts/not-found.ts'), pathname, search);
    },
  ],
  '?redirect= of a public page': [
    tricks,
    '/home',
    (target) => leave(() => import('../../../src/scripts/visit.ts'), '/promos', query(target)),
  ],
  '?redirect= of a signed-in screen': [tricks, '/home', ledByState('/rewards', guardScreen)],
  'the sign-in': [tricks, '/home', ledByState('/login', startSignIn)],
};

type Lead = (address: string) => Promise<string[]>;

async function guardScreen(): Promise<void> {
  const { guardScreen: guard } = await import('../../../src/lib/state/session/guard.ts');
  await guard('login');
}

async function startSignIn(): Promise<void> {
  const { startSignIn: start } = await import('../../../src/lib/state/sign-in.ts');
  await start();
}

function ledByState(path: string, start: () => Promise<void>): Lead {
  let page: ReturnType<typeof openPage> | undefined;
  return async (target) => {
    page ??= openPage(path, { as: ana });
    const { device } = await page;
    device.actions.splice(0);
    device.setAddress(path + query(target));
    await start();
    await settle();
    return device.actions.map((action) => action.replace(/^\w+ /, ''));
  };
}

test.each(Object.entries(places))('%s leads to this site alone', async (_, [from, own, lead]) => {
  expect(await lead(own)).toEqual(['/home']);
  for (const address of from) {
    for (const target of await lead(address)) {
      expect.soft(new URL(target, `${ORIGIN}/a/b`).origin, `${address} → ${target}`).toBe(ORIGIN);
    }
  }
});

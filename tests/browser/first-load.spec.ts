/** What scripts/checks/size.ts adds up is what a browser loads, and nothing loads early. */
import type { Page, Response } from 'playwright/test';
import { firstLoad } from '../../scripts/build/page-weight.ts';
import { LOADED_LATER } from '../../scripts/checks/size.ts';
import { routes } from '../../src/lib/routes.ts';
import { expect, test } from './fixtures.ts';

/** Every script the page loads by itself, by path. */
async function loaded(page: Page, path: string): Promise<Map<string, string>> {
  const scripts = new Map<string, Promise<string>>();
  const note = (response: Response) => {
    if (response.request().resourceType() !== 'script') return;
    scripts.set(new URL(response.url()).pathname, response.text());
  };
  page.on('response', note);
  await page.goto(path, { waitUntil: 'networkidle' });
  // What comes later can't be read any more once the next page is opened.
  page.off('response', note);
  const entries = [...scripts].map(async ([name, text]) => [name, await text] as const);
  return new Map(await Promise.all(entries));
}

async function expectFirstLoad(page: Page, path: string, address = path): Promise<void> {
  const counted = await firstLoad('dist', `${path === '/' ? '/index' : path}.html`);
  const scripts = await loaded(page, address);
  const files = counted
    .filter((script) => !script.path.includes(' (inline '))
    .map((script) => script.path);
  expect([...scripts.keys()], path).toEqual(expect.arrayContaining(files));
  for (const [name, text] of scripts) {
    const early = LOADED_LATER.filter(
      ({ sign, whenIdle }) => text.includes(sign) && !(whenIdle && !files.includes(name)),
    ).map((later) => later.name);
    expect(early, `${path} loads ${name}`).toEqual([]);
  }
}

test('every page loads what the size check counts', async ({ page, customer }) => {
  expect(customer.id).not.toBe('');
  for (const { path } of Object.values(routes)) {
    // /view-event without an id goes on to /home.
    await expectFirstLoad(page, path, path === routes.viewEvent.path ? `${path}/1` : path);
  }
});

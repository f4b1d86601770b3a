/**
 * A browser on a profile of its own, as on a phone: cache, worker and what is kept outlive a page.
 * Removed with everything in it when the measuring ends, however it ends.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { launchOptions } from '../testing/find-browser.ts';

export interface Phone {
  context: BrowserContext;
  /** Where Lighthouse connects. */
  port: number;
}

export async function withPhone<T>(
  origin: string,
  screenOptions: Pick<BrowserContextOptions, 'viewport' | 'hasTouch'>,
  action: (phone: Phone) => Promise<T>,
): Promise<T> {
  const profile = await mkdtemp(join(tmpdir(), 'stampcard-phone-'));
  try {
    const { executablePath, args } = launchOptions();
    const context = await chromium.launchPersistentContext(profile, {
      executablePath,
      // 0 takes any free port, which the browser writes to a file in the profile.
      args: [...args, '--remote-debugging-port=0'],
      baseURL: origin,
      ...screenOptions,
    });
    try {
      const written = await readFile(join(profile, 'DevToolsActivePort'), 'utf8');
      return await action({ context, port: Number.parseInt(written, 10) });
    } finally {
      await context.close();
    }
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What a page does at once and what it does when that is done: its requests have ended. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
}

/** Whether this build has a worker; if so, it is in charge of the page when this returns. */
export async function waitForWorker(page: Page): Promise<boolean> {
  const built = await page.evaluate(async () => (await fetch('/worker.js')).ok);
  if (!built) return false;
  await page.waitForFunction(
    async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated',
  );
  // A worker that claims no page has the next one.
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return true;
}

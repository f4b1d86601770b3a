/**
 * How soon there is text on slow 3G and a processor slowed down six times, the median of three: a
 * page's first paint, and the first text that is its own. Cold is a phone with the session and
 * nothing else; seen before is one with the worker and what the page showed the last time.
 */
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { launchOptions } from '../testing/find-browser.ts';
import { SAVED_ANSWERS_PREFIX } from './cold.ts';
import { median } from './median.ts';
import { visit, waitForWorker } from './phone.ts';
import { signIn } from './sign-in.ts';
import type { BenchResult } from './table.ts';

const RUNS = 3;
const SLOWER = 6;
const LIMIT_MS = 2000;
/** 400 kbit/s, in bytes a second, and a round trip for each request. */
const SLOW_3G = {
  offline: false,
  latency: 400,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
};
const SCREEN = { viewport: { width: 390, height: 844 } };

const PUBLIC = ['/', '/customers', '/promos', '/download', '/login'];
const HEADING = ':is(h1, main h2):not(.visually-hidden)';
/** The signed-in screens, and what of their data was seen the last time. */
const SIGNED_IN = {
  '/home': 'main li a[href^="/store/"], main li a[href^="/redeem"]',
  '/rewards': 'main li a[href^="/redeem"]',
  '/transactions': 'main article',
  // It keeps no picture of itself: it is for one reward, once.
  '/redeem?reward=1': HEADING,
  '/store/1': 'main article',
};

/** Milliseconds from when the page was asked for. */
export interface FirstText {
  paint: number;
  own: number;
}
declare const firstText: FirstText;

/** Runs in each page before its own code. */
function watchText(selectors: readonly string[]): void {
  const measured: FirstText = { paint: Number.NaN, own: Number.NaN };
  Object.assign(globalThis, { firstText: measured });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntriesByName('first-contentful-paint')) {
      measured.paint = startTime;
    }
  }).observe({ type: 'paint', buffered: true });
  const isShown = (selector: string) => document.querySelector(selector)?.checkVisibility();
  const observer = new MutationObserver(() => {
    if (!selectors.every(isShown)) return;
    observer.disconnect();
    // The next picture has it.
    requestAnimationFrame(() => {
      measured.own = performance.now();
    });
  });
  observer.observe(document, { attributes: true, childList: true, subtree: true });
}

async function slowDown(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  await browser.send('Network.emulateNetworkConditions', SLOW_3G);
  await browser.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}

async function textOf(page: Page, path: string): Promise<FirstText> {
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(() => firstText.paint >= 0 && firstText.own >= 0);
  const { paint, own } = await page.evaluate(() => firstText);
  // What stands in the page before its styles have come is not seen yet.
  return { paint, own: Math.max(paint, own) };
}

/** Each run in a context of its own, whose cache is empty; its worker would start after all this. */
async function coldVisit(browser: Browser, options: BrowserContextOptions, path: string) {
  const context = await browser.newContext({ ...options, serviceWorkers: 'block' });
  const page = await context.newPage();
  await slowDown(page);
  await page.addInitScript(watchText, [HEADING]);
  const text = await textOf(page, path);
  await context.close();
  return text;
}

/** A row's figures, of as many runs as the table says. */
async function medianOf(measure: () => Promise<FirstText>): Promise<FirstText> {
  const runs: FirstText[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await measure());
  return {
    paint: median(runs.map(({ paint }) => paint)),
    own: median(runs.map(({ own }) => own)),
  };
}

/** The limits that these figures exceed, in words. */
export function firstTextProblems(name: string, { paint, own }: FirstText): string[] {
  const ms = Math.max(paint, own);
  return ms <= LIMIT_MS ? [] : [`${name}: text after ${Math.round(ms)} ms, of ${LIMIT_MS} ms.`];
}

/** A row for each page, and for each signed-in screen that was seen before. */
export async function benchSlow3G(origin: string): Promise<BenchResult> {
  const browser = await chromium.launch(launchOptions());
  try {
    const rows: string[][] = [];
    const problems: string[] = [];
    const add = async (path: string, situation: string, measure: () => Promise<FirstText>) => {
      const text = await medianOf(measure);
      const figures = [text.paint, text.own].map((ms) => `${Math.round(ms)} ms`);
      rows.push([`\`${path}\``, situation, ...figures]);
      problems.push(...firstTextProblems(`${path}, ${situation}`, text));
    };

    const options = { ...SCREEN, baseURL: origin };
    for (const path of PUBLIC) await add(path, 'cold', () => coldVisit(browser, options, path));

    const context = await browser.newContext(options);
    const page = await signIn(context);
    const storageState = await context.storageState();
    for (const kept of storageState.origins) {
      kept.localStorage = kept.localStorage.filter(
        ({ name }) => !name.startsWith(SAVED_ANSWERS_PREFIX),
      );
    }
    const signedIn = { ...options, storageState };
    for (const path of Object.keys(SIGNED_IN)) {
      await add(path, 'cold', () => coldVisit(browser, signedIn, path));
    }

    if (!(await waitForWorker(page))) problems.push('This build has no worker.');
    for (const path of Object.keys(SIGNED_IN)) await visit(page, path);
    for (const [path, lastSeen] of Object.entries(SIGNED_IN)) {
      const slowed = await context.newPage();
      await slowDown(slowed);
      await slowed.addInitScript(watchText, [HEADING, lastSeen]);
      await add(path, 'seen before', async () => {
        const text = await textOf(slowed, path);
        // What it shows is kept for the next run when its requests have ended.
        await slowed.waitForLoadState('networkidle');
        return text;
      });
      await slowed.close();
    }
    const table = {
      names: ['page', 'visit'],
      figures: ['first paint', 'own text'],
      rows,
    };
    return { tables: [table], problems };
  } finally {
    await browser.close();
  }
}

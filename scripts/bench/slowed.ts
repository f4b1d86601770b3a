/**
 * How fast the wallet answers on a processor slowed down six times, the median of three. A tap has
 * 200 ms (the browser's own Event Timing, from the finger to the next picture), a screen 1,000 ms
 * from when it was asked for to its largest part.
 */
import { type BrowserContext, chromium, type Locator, type Page } from 'playwright';
import { launchOptions } from '../testing/find-browser.ts';
import { median } from './median.ts';
import { signIn } from './sign-in.ts';
import type { BenchResult } from './table.ts';

const RUNS = 3;
const SLOWER = 6;
const TAP_LIMIT_MS = 200;
const SCREEN_LIMIT_MS = 1000;

/** A tap, and what is there when it has been answered. */
interface Tap {
  name: string;
  target: (page: Page) => Locator;
  answer: (page: Page) => Locator;
}

const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true });
const dialog = (name: string) => (page: Page) => page.getByRole('dialog', { name });
const tab = (name: string) => (page: Page) => page.getByRole('tab', { name });
const chosen = (name: string) => (page: Page) => page.getByRole('tab', { name, selected: true });

const SCREENS: { path: string; taps: Tap[] }[] = [
  {
    path: '/home',
    taps: [
      { name: 'code', target: button('My code'), answer: dialog('Scan QR Code') },
      { name: 'share', target: button('Share Stampcard'), answer: dialog('Share Stampcard') },
    ],
  },
  {
    path: '/store/1',
    taps: [{ name: 'code', target: button('My code'), answer: dialog('Scan QR Code') }],
  },
  { path: '/rewards', taps: [] },
  {
    path: '/redeem?reward=1',
    taps: [{ name: 'redeem', target: button('Redeem reward'), answer: dialog('Scan to Redeem') }],
  },
  {
    path: '/transactions',
    taps: [
      { name: 'redemptions', target: tab('Redemptions'), answer: chosen('Redemptions') },
      { name: 'stamps', target: tab('Stamps'), answer: chosen('Stamps') },
    ],
  },
  { path: '/events', taps: [] },
  { path: '/profile', taps: [] },
];

/** What a page keeps of its own speed, in milliseconds; `click` is the last part of a tap. */
interface Speed {
  /** What happened before belongs to another tap. */
  since: number;
  tap: number;
  click: boolean;
  largest: number;
}
declare const speed: Speed;

/** Runs in the page before its own code. */
function watchSpeed(): void {
  const measured: Speed = { since: 0, tap: 0, click: false, largest: Number.NaN };
  Object.assign(globalThis, { speed: measured });
  new PerformanceObserver((list) => {
    for (const { name, duration, startTime } of list.getEntries()) {
      if (startTime < measured.since) continue;
      measured.tap = Math.max(measured.tap, duration);
      measured.click ||= name === 'click';
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) measured.largest = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
}

/** From the finger to the next picture, in milliseconds. */
async function timeOfTap(page: Page, { target, answer }: Tap): Promise<number> {
  await page.evaluate(() =>
    Object.assign(speed, { since: performance.now(), tap: 0, click: false }),
  );
  await target(page).click();
  await answer(page).waitFor();
  await page.waitForFunction(() => speed.click);
  const time = await page.evaluate(() => speed.tap);
  // A sheet lies over what is tapped next.
  if (await page.getByRole('dialog').isVisible()) {
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }
  return time;
}

/** Milliseconds by name, once through everything. */
async function measureOnce(context: BrowserContext): Promise<Map<string, number>> {
  const page = await signIn(context);
  const browser = await context.newCDPSession(page);
  await browser.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.addInitScript(watchSpeed);
  const figures = new Map<string, number>();
  for (const { path, taps } of SCREENS) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    figures.set(path, await page.evaluate(() => speed.largest));
    for (const tap of taps) figures.set(`${path}: ${tap.name}`, await timeOfTap(page, tap));
  }
  return figures;
}

/** The limits that these figures exceed, in words. A screen is named by its path, a tap by what it is on too. */
export function speedProblems(figures: ReadonlyMap<string, number>): string[] {
  return [...figures].flatMap(([name, ms]) => {
    const limit = name.includes(': ') ? TAP_LIMIT_MS : SCREEN_LIMIT_MS;
    return ms <= limit ? [] : [`${name} takes ${Math.round(ms)} ms, of ${limit} ms.`];
  });
}

/** A row for each screen and tap. */
export async function benchSlowed(origin: string): Promise<BenchResult> {
  const browser = await chromium.launch(launchOptions());
  try {
    const runs: Map<string, number>[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const context = await browser.newContext({
        baseURL: origin,
        viewport: { width: 390, height: 844 },
      });
      runs.push(await measureOnce(context));
      await context.close();
    }
    const figures = new Map(
      [...(runs[0]?.keys() ?? [])].map((name) => [
        name,
        median(runs.map((run) => run.get(name) ?? Number.NaN)),
      ]),
    );
    const rows = [...figures].map(([name, ms]) => [`\`${name}\``, `${Math.round(ms)}`]);
    const table = { names: ['screen, or tap on it'], figures: ['ms'], rows };
    return { tables: [table], problems: speedProblems(figures) };
  } finally {
    await browser.close();
  }
}

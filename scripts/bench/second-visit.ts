/**
 * How long a returning customer waits, on a processor slowed down four times: from the tap on
 * a link until the next screen shows its heading and the customer's own data. The worker, where the
 * build has one, is in charge, and the browser's cache is as earlier visits left it.
 */
import type { Locator, Page } from 'playwright';
import { median } from './median.ts';
import { visit, waitForWorker, withPhone } from './phone.ts';
import { signIn } from './sign-in.ts';
import type { BenchResult } from './table.ts';

const RUNS = 5;
const SLOWER = 4;
const LIMIT_MS = 400;
const SCREEN = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** What a screen is waited for: its heading, and the first card made of data. */
const SCREEN_SELECTORS: Record<string, { heading: string; ownData: string }> = {
  '/home': { heading: 'h1', ownData: 'main li a[href^="/store/"], main li a[href^="/redeem"]' },
  '/rewards': { heading: 'h1', ownData: 'main li a[href^="/redeem"]' },
  '/store/1': { heading: 'main h1:not(.visually-hidden)', ownData: 'main article' },
  '/transactions': { heading: 'h1', ownData: 'main article' },
};

interface Journey {
  name: string;
  from: string;
  to: string;
  /** None: the address is pasted. */
  tap?: (page: Page) => Locator;
}

const navLink = (name: string) => (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

const JOURNEYS: Journey[] = [
  { name: 'pasted address', from: '/events', to: '/home' },
  { name: 'bottom bar', from: '/home', to: '/transactions', tap: navLink('Transactions') },
  { name: 'bottom bar', from: '/transactions', to: '/home', tap: navLink('Home') },
  {
    name: "'View all'",
    from: '/home',
    to: '/rewards',
    tap: (page) => page.getByRole('link', { name: 'View all: Promo & Rewards' }),
  },
  {
    name: 'a reward',
    from: '/home',
    to: '/store/1',
    tap: (page) => page.locator('main li a[href^="/store/1?"]').first(),
  },
];

/** Wall-clock milliseconds, which two pages can compare. */
interface Arrival {
  heading: number;
  ownData: number;
}
declare const arrival: Arrival;

const TAPPED = 'bench.tapped';

/** Runs in each page before its own code: notes when it was left, and when it showed what. */
function watchArrival({ tapped, shown }: { tapped: string; shown: typeof SCREEN_SELECTORS }): void {
  const now = () => performance.timeOrigin + performance.now();
  addEventListener(
    'click',
    (event) => sessionStorage.setItem(tapped, `${performance.timeOrigin + event.timeStamp}`),
    true,
  );
  const currentPath = Object.keys(shown).find((path) => location.pathname === path);
  const pendingSelectors = new Map(Object.entries(shown[currentPath ?? ''] ?? {}));
  Object.assign(globalThis, { arrival: {} });
  const observer = new MutationObserver(() => {
    for (const [name, selector] of pendingSelectors) {
      if (!document.querySelector(selector)?.checkVisibility()) continue;
      pendingSelectors.delete(name);
      // The next picture has it.
      requestAnimationFrame(() => Object.assign(arrival, { [name]: now() }));
    }
    if (pendingSelectors.size === 0) observer.disconnect();
  });
  observer.observe(document, { attributes: true, childList: true, subtree: true });
}

/** Only the tap itself: Playwright's own tap first checks the page, which takes time there. */
async function touch(page: Page, link: Locator): Promise<void> {
  await link.scrollIntoViewIfNeeded();
  const box = await link.boundingBox();
  if (!box) throw new Error(`There is nothing to tap: ${link}.`);
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

/** Milliseconds from the tap, or from the beginning of the page whose address was pasted. */
async function measureOnce(page: Page, { from, to, tap }: Journey): Promise<Arrival> {
  await visit(page, from);
  await page.evaluate((tapped) => sessionStorage.removeItem(tapped), TAPPED);
  await (tap ? touch(page, tap(page)) : page.goto(to));
  await page.waitForURL((url) => url.pathname === to);
  await page.waitForFunction(() => 'heading' in arrival && 'ownData' in arrival);
  return page.evaluate((tapped) => {
    const startedAt = Number(sessionStorage.getItem(tapped) ?? performance.timeOrigin);
    return { heading: arrival.heading - startedAt, ownData: arrival.ownData - startedAt };
  }, TAPPED);
}

const nameOf = ({ name, from, to }: Journey) => `${from} → ${to}, ${name}`;

/** The limits that these figures exceed, in words. */
export function secondVisitProblems(name: string, { heading, ownData }: Arrival): string[] {
  const ms = Math.max(heading, ownData);
  return ms <= LIMIT_MS ? [] : [`${name}: ${Math.round(ms)} ms, of ${LIMIT_MS} ms.`];
}

/** A row for each way to a screen. */
export async function benchSecondVisit(origin: string): Promise<BenchResult> {
  return withPhone(origin, SCREEN, async ({ context }) => {
    const page = await signIn(context);
    for (const path of [...Object.keys(SCREEN_SELECTORS), '/home']) await visit(page, path);
    const worker = await waitForWorker(page);
    const browser = await context.newCDPSession(page);
    await browser.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.addInitScript(watchArrival, { tapped: TAPPED, shown: SCREEN_SELECTORS });
    const rows: string[][] = [];
    const problems: string[] = [];
    for (const journey of JOURNEYS) {
      const runs: Arrival[] = [];
      for (let run = 0; run < RUNS; run += 1) runs.push(await measureOnce(page, journey));
      const medians = {
        heading: median(runs.map(({ heading }) => heading)),
        ownData: median(runs.map(({ ownData }) => ownData)),
      };
      const { name, from, to } = journey;
      const figures = [medians.heading, medians.ownData].map((ms) => `${Math.round(ms)} ms`);
      rows.push([`\`${from}\` → \`${to}\``, name, ...figures]);
      problems.push(...secondVisitProblems(nameOf(journey), medians));
    }
    const names = [`${worker ? 'with' : 'without'} a worker`, 'way'];
    return { tables: [{ names, figures: ['heading', 'own data'], rows }], problems };
  });
}

/**
 * What a customer waits for on the signed-in screens, as Ben of the demo data: `npm run bench -- wallet`.
 * The site is built for a backend on a separate origin, both a round trip away. The browser itself
 * says when it painted: a page's largest part and the first of the customer's data on slow 4G, next to
 * a bare page; and within the wallet, what a tap or going back shows, and the code.
 */
import { execFileSync } from 'node:child_process';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright';
import { routes } from '../src/lib/routes.ts';
import { BARE, withBarePage } from './bench/bare-page.ts';
import { type FarAway, farAway } from './bench/far-away.ts';
import { tellPaints } from './bench/in-page.ts';
import { browserName, median, type Table, writeSection } from './bench/section.ts';
import { asCommand, conclude } from './command.ts';
import { runProduct } from './server/product.ts';
import { launchOptions } from './testing/find-browser.ts';

const RUNS = 5;
const LIMITS_MS = { 'nothing kept': 1500, 'data kept': 850, tap: 100, back: 50, code: 100 };
type Figure = keyof typeof LIMITS_MS;
/** Slow 4G: 1.6 Mbit/s down, in bytes a second; the round trips are real ones. */
const SLOW_4G = {
  offline: false,
  latency: 0,
  downloadThroughput: 2e5,
  uploadThroughput: 9e4,
};
const ROUND_TRIP_MS = 150;
/** What hasn't appeared by then never will. */
const LONGEST_MS = 30_000;
/** The customer's own data on each. */
const SCREENS = {
  '/home': 'main li a[href^="/store/"], main li a[href^="/redeem"]',
  '/rewards': 'main li a[href^="/redeem"]',
  '/store/1': 'main article',
  '/transactions': 'main article',
};
const CODE = 'dialog svg[aria-label^="QR code of"]';
/** How many screens a document holds once all their code is there (change-screens.ts). */
const HELD = Object.values(routes).filter(({ signedOut }) => signedOut !== 'page').length;

async function slowDown(page: Page, rate: number, network?: typeof SLOW_4G): Promise<void> {
  const session = await page.context().newCDPSession(page);
  if (network) {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', network);
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** A page that reports its paints; each request for one gets the first that follows. */
async function openPage(context: BrowserContext) {
  const waiting = new Map<string, (ms: number) => void>();
  const page = await context.newPage();
  await page.exposeFunction('paintedAfter', (name: string, ms: number) => waiting.get(name)?.(ms));
  await page.addInitScript(tellPaints, [SCREENS, CODE] as const);
  const painted = (name: string) =>
    new Promise<number>((resolve) => {
      waiting.set(name, resolve);
      setTimeout(() => resolve(Number.NaN), LONGEST_MS).unref();
    });
  return { page, painted };
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>;

/** As on a phone with nothing of the site in its cache; the worker would start after all this. */
async function firstVisit(browser: Browser, baseURL: string, storageState: State, path: string) {
  const context = await browser.newContext({
    ...phone(baseURL),
    storageState,
    serviceWorkers: 'block',
  });
  const { page, painted } = await openPage(context);
  await slowDown(page, 4, SLOW_4G);
  const own = path === BARE ? 0 : painted(path);
  await page.goto(path, { waitUntil: 'networkidle' });
  const ms = Math.max(await own, await page.evaluate(() => globalThis.largestPaint));
  await context.close();
  return ms;
}

/** From /home to each screen and back, then the code, in one document. */
async function walk(
  context: BrowserContext,
  note: (name: string, figure: Figure, ms: number) => void,
) {
  const { page, painted } = await openPage(context);
  await page.goto('/home', { waitUntil: 'networkidle' });
  await page.locator(`html[data-screens="${HELD}"]`).waitFor({ state: 'attached' });
  await slowDown(page, 4);
  const tap = async (target: Locator, name: string) => {
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (box === null) throw new Error(`There is nothing to tap for ${name}.`);
    const seen = painted(name);
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    return seen;
  };
  for (const path of ['/transactions', '/rewards'] as const) {
    note(path, 'tap', await tap(page.locator(`a[href="${path}"]:visible`).first(), path));
    await page.waitForLoadState('networkidle');
    const seen = painted('/home');
    await page.goBack();
    note(path, 'back', await seen);
    await page.waitForLoadState('networkidle');
  }
  await slowDown(page, 6);
  const button = page.getByRole('button', { name: 'My code', exact: true });
  note('My code', 'code', await tap(button, 'sheet'));
  await page.close();
}

const phone = (baseURL: string) => ({ baseURL, viewport: { width: 390, height: 844 } });

/** Signs in and sees every screen, so that the device keeps what they show. */
async function signIn(context: BrowserContext): Promise<State> {
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByRole('button', { name: /Ben Santos/ }).click();
  // The day's share prompt, which can be closed after five seconds.
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  for (const path of [...Object.keys(SCREENS), '/home']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    const isKept = (at: string) =>
      Object.keys(localStorage).some((key) => key.includes(`snapshot["${at}"`));
    await page.waitForFunction(isKept, path);
  }
  const state = await context.storageState();
  await page.close();
  return state;
}

async function benchWallet(browser: Browser, site: string) {
  const context = await browser.newContext(phone(site));
  const kept = await signIn(context);
  const nothing = structuredClone(kept);
  for (const origin of nothing.origins) {
    origin.localStorage = origin.localStorage.filter(
      ({ name }) => !name.startsWith('stampcard.kept.'),
    );
  }
  const times = new Map<string, number[]>();
  const note = (name: string, figure: Figure, ms: number) => {
    const key = `${name} ${figure}`;
    times.set(key, [...(times.get(key) ?? []), ms]);
  };
  for (let run = 0; run < RUNS; run += 1) {
    for (const path of [BARE, ...Object.keys(SCREENS)]) {
      note(path, 'nothing kept', await firstVisit(browser, site, nothing, path));
      if (path !== BARE) note(path, 'data kept', await firstVisit(browser, site, kept, path));
    }
    await walk(context, note);
  }
  await context.close();

  const problems: string[] = [];
  const of = (name: string, figure: Figure) => median(times.get(`${name} ${figure}`) ?? []);
  const cell = (name: string, figure: Figure) => {
    const [ms, best] = [of(name, figure), Math.min(...(times.get(`${name} ${figure}`) ?? []))];
    if (!(ms <= LIMITS_MS[figure]))
      problems.push(`${name}, ${figure}: ${Math.round(ms)} ms, of ${LIMITS_MS[figure]} ms.`);
    return `${Math.round(ms)} (${Math.round(best)})`;
  };
  const bare = of(BARE, 'nothing kept');
  const ratio = (name: string, figure: Figure) => (of(name, figure) / bare).toFixed(2);
  const rows = Object.keys(SCREENS).map((path) => [
    `\`${path}\``,
    cell(path, 'nothing kept'),
    ratio(path, 'nothing kept'),
    cell(path, 'data kept'),
    ratio(path, 'data kept'),
  ]);
  const loads: Table = {
    names: ['page, ms'],
    figures: ['nothing kept', '× bare', 'data kept', '× bare'],
    rows: [[`\`${BARE}\``, cell(BARE, 'nothing kept'), '1.00', '', ''], ...rows],
  };
  const ways: Table = {
    names: ['way, ms'],
    figures: ['tap', 'back'],
    rows: [
      ...['/transactions', '/rewards'].map((path) => [
        `\`${path}\``,
        cell(path, 'tap'),
        cell(path, 'back'),
      ]),
      ['"My code"', cell('My code', 'code'), ''],
    ],
  };
  return { tables: [loads, ways], problems };
}

await asCommand(import.meta.main, async () => {
  let port = 0;
  const doors: FarAway[] = [];
  const open = async () => {
    const door = await farAway(() => port, ROUND_TRIP_MS);
    doors.push(door);
    return door.origin;
  };
  const [site, backend] = [await open(), await open()];
  const env = { ...process.env, PUBLIC_SUPABASE_URL: backend, SITE_URL: site };
  execFileSync('npm', ['run', 'build'], { stdio: 'inherit', env });
  const product = await runProduct({
    port: 0,
    before: withBarePage,
    backend: { siteOrigins: [site] },
  });
  port = Number(new URL(product.origin).port);
  const browser = await chromium.launch(launchOptions());
  try {
    const { tables, problems } = await benchWallet(browser, site);
    await writeSection('wallet', browserName(), tables);
    conclude(problems, 'Every screen is there and every tap is answered in time.');
  } finally {
    await browser.close();
    await product.close();
    for (const door of doors) door.close();
  }
});

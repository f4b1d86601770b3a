/**
 * Lighthouse over the signed-in screens with nothing in the browser's caches: on a phone that has
 * the session only, and on one that keeps the customer's data from an earlier visit.
 */
import type { CDPSession, Page } from 'playwright';
import { BARE } from './bare-page.ts';
import { figure, type LighthouseReport, lighthouse } from './lighthouse.ts';
import { median } from './median.ts';
import { visit, withPhone } from './phone.ts';
import type { RequestLog } from './request-log.ts';
import { signIn } from './sign-in.ts';
import type { BenchResult } from './table.ts';

const RUNS = 3;
export const SAVED_ANSWERS_PREFIX = 'stampcard.kept.';
const PATHS = ['/home', '/rewards', '/store/1', '/transactions'];
const HOME_REQUESTS = 30;
/** What stands on the screen stays where it is: below this nobody sees it move. */
const CLS_LIMIT = 0.01;

/** What stands on the phone beside the session, and how late the largest paint may be with it. */
export const SITUATIONS = [
  { name: 'nothing kept', hasData: false, lcpLimit: 2200 },
  { name: 'data on the device', hasData: true, lcpLimit: 1800 },
] as const;
export type Situation = (typeof SITUATIONS)[number];

export interface ColdVisit {
  lcp: number;
  fcp: number;
  cls: number;
  /** The page's own, as Lighthouse lists them: it does not see the worker's. */
  requests: number;
  bytes: number;
}

interface NetworkRequest {
  url: string;
  resourceType?: string;
  transferSize: number;
}

/** Lighthouse lists pictures that stand in the page itself too. */
const requestsOf = ({ audits }: LighthouseReport): NetworkRequest[] =>
  ((audits['network-requests']?.details?.items ?? []) as NetworkRequest[]).filter(({ url }) =>
    url.startsWith('http'),
  );

export function coldVisit(report: LighthouseReport): ColdVisit {
  const requests = requestsOf(report);
  return {
    lcp: figure(report, 'largest-contentful-paint'),
    fcp: figure(report, 'first-contentful-paint'),
    cls: figure(report, 'cumulative-layout-shift'),
    requests: requests.length,
    bytes: requests.reduce((sum, { transferSize }) => sum + transferSize, 0),
  };
}

/**
 * The reasons why this run is no cold, signed-in visit, in words. The server knows what came from a
 * cache: the browser also reports what a worker has just fetched for it as cached.
 */
export function invalidRunProblems(
  path: string,
  report: LighthouseReport,
  log: RequestLog['requests'],
): string[] {
  const arrived = new URL(report.finalDisplayedUrl).pathname;
  const scripts = requestsOf(report)
    .filter(({ resourceType }) => resourceType === 'Script')
    .map(({ url }) => new URL(url).pathname);
  const cached = [...new Set(scripts)].filter((script) => !log.includes(script));
  return [
    ...(arrived === path ? [] : [`${path}: the run ended on ${arrived}.`]),
    ...(scripts.length === 0 ? [`${path}: no script was loaded.`] : []),
    ...cached.map((script) => `${path}: ${script} came from a cache.`),
  ];
}

/** Each figure's median by itself. */
export function medianVisit(runs: readonly ColdVisit[]): ColdVisit {
  const medianOf = (name: keyof ColdVisit) => median(runs.map((run) => run[name]));
  return {
    lcp: medianOf('lcp'),
    fcp: medianOf('fcp'),
    cls: medianOf('cls'),
    requests: medianOf('requests'),
    bytes: medianOf('bytes'),
  };
}

/** The limits that these figures exceed, in words. */
export function coldProblems(path: string, { name, lcpLimit }: Situation, figures: ColdVisit) {
  const isLate = !(figures.lcp <= lcpLimit);
  const hasManyRequests = path === '/home' && !(figures.requests <= HOME_REQUESTS);
  return [
    ...(isLate
      ? [`${path}, ${name}: largest paint at ${Math.round(figures.lcp)} ms, of ${lcpLimit} ms.`]
      : []),
    ...(figures.cls < CLS_LIMIT ? [] : [`${path}, ${name}: moves by ${figures.cls.toFixed(3)}.`]),
    ...(hasManyRequests
      ? [`${path}, ${name}: ${figures.requests} requests, of ${HOME_REQUESTS}.`]
      : []),
  ];
}

export const coldRow = (path: string, situation: string, figures: ColdVisit) => [
  `\`${path}\``,
  situation,
  `${Math.round(figures.fcp)} ms`,
  `${Math.round(figures.lcp)} ms`,
  `${figures.requests}`,
  `${(figures.bytes / 1000).toFixed(1)} kB`,
];

/** Counts the saved answers on the phone, after removing them unless they are to stay. */
async function countSavedAnswers(page: Page, keepData: boolean): Promise<number> {
  await page.goto(BARE);
  return page.evaluate(
    ([prefix, keep]) => {
      const savedKeys = () => Object.keys(localStorage).filter((key) => key.startsWith(prefix));
      if (!keep) for (const key of savedKeys()) localStorage.removeItem(key);
      return savedKeys().length;
    },
    [SAVED_ANSWERS_PREFIX, keepData] as const,
  );
}

/** Waits for the worker, which would otherwise fill the cache again after it is emptied. */
const isWorkerIdle = async () => !(await navigator.serviceWorker.getRegistration())?.installing;

/** Nothing of the site stays open meanwhile: a page would hold on to its worker. */
async function emptyCaches(page: Page, browser: CDPSession, origin: string): Promise<void> {
  await page.goto(BARE);
  await page.waitForFunction(isWorkerIdle);
  await page.goto('about:blank');
  await browser.send('Network.clearBrowserCache');
  await browser.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'service_workers,cache_storage',
  });
}

/** A row for each screen and situation. */
export async function benchCold(origin: string, { requests }: RequestLog): Promise<BenchResult> {
  // Lighthouse brings a phone's screen with it.
  return withPhone(origin, { viewport: null }, async ({ context, port }) => {
    const page = await signIn(context);
    const browser = await context.newCDPSession(page);
    const problems: string[] = [];

    const measure = async (path: string, situation: Situation | null) => {
      const runs: ColdVisit[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        const savedCount = situation && (await countSavedAnswers(page, situation.hasData));
        if (situation?.hasData && savedCount === 0)
          problems.push(`${path}: no data stood on the device.`);
        await emptyCaches(page, browser, origin);
        requests.length = 0;
        const report = await lighthouse(`${origin}${path}`, [
          '--only-categories=performance',
          `--port=${port}`,
          // It would take the session too; what has to go was taken away above.
          '--disable-storage-reset',
        ]);
        if (situation) problems.push(...invalidRunProblems(path, report, requests));
        runs.push(coldVisit(report));
      }
      return medianVisit(runs);
    };

    const rows = [coldRow(BARE, '', await measure(BARE, null))];
    for (const situation of SITUATIONS) {
      // What a build keeps, it keeps from these visits.
      if (situation.hasData) for (const path of PATHS) await visit(page, path);
      for (const path of PATHS) {
        const figures = await measure(path, situation);
        rows.push(coldRow(path, situation.name, figures));
        problems.push(...coldProblems(path, situation, figures));
      }
    }
    const figures = ['FCP', 'LCP', 'requests', 'transferred'];
    const table = { names: ['page', 'on the device'], figures, rows };
    return { tables: [table], problems: [...new Set(problems)] };
  });
}

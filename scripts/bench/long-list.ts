/**
 * A list of 500 rewards on a processor slowed down four times: how evenly it scrolls, and what the
 * countdowns' tick and the cards take. Once with as many rewards on the platform, and once with
 * twenty times as many, of which a page loads no more than before.
 */
import { type Browser, type CDPSession, chromium, type Page } from 'playwright';
import type { Backend } from '../../local-backend/create.ts';
import { runProduct } from '../server/product.ts';
import { launchOptions } from '../testing/find-browser.ts';
import {
  frameIntervals,
  longestTask,
  p95,
  type TraceEvent,
  tickTimes,
  traceWhile,
} from './frames.ts';
import { signIn } from './sign-in.ts';
import type { BenchResult } from './table.ts';

const PLATFORMS = [500, 10_000];
const CARDS = 500;
const REWARDS_A_STORE = 40;
const SLOWER = 4;
const ROUNDS = 3;
/** As far and as fast as somebody goes through a list who looks for something. */
const SCROLL_GESTURE = [
  'Input.synthesizeScrollGesture',
  { x: 195, y: 400, yDistance: -12_000, speed: 3000, gestureSourceType: 'mouse' },
] as const;
const IDLE_MS = 20_000;
/** At 60 pictures a second one comes each 16.7 ms; where one is missed, the next comes after 33. */
const FRAME_LIMIT_MS = 25;
/** On this machine as it is; what a slowed one takes is told beside it. */
const TICK_LIMIT_MS = 2;

export interface ListFigures {
  cards: number;
  requests: number;
  heapMb: number;
  nodes: number;
  framesPerSecond: number;
  frameP95: number;
  longestTask: number;
  tickP95: number;
  slowedTickP95: number;
}

interface Round {
  times: number[];
  longestTask: number;
}

const roundOf = (timesOf: typeof tickTimes, events: readonly TraceEvent[]): Round => ({
  times: timesOf(events),
  longestTask: longestTask(events),
});

/** The machine may have other things to do, which a page cannot help. */
export const calmest = (rounds: readonly Round[]): Round =>
  rounds.reduce((best, round) => (p95(round.times) < p95(best.times) ? round : best));

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

/** All end today, which is the worst: each has a clock that changes every second. */
async function fill({ query }: Backend, count: number): Promise<void> {
  const stores = Math.ceil(count / REWARDS_A_STORE);
  await query(
    `insert into public.stores (name) select 'Store ' || n from generate_series(1, $1::int) n`,
    [stores],
  );
  await query(
    `insert into public.rewards (store_id, title, photo, stamps_needed, date_start, date_end)
     select id, 'Reward ' || n || ' of ' || name, '/demo/barako.svg', 10, now() - interval '1 day', now()
     from public.stores, generate_series(1, $1::int) n where name like 'Store %' limit $2`,
    [REWARDS_A_STORE, count],
  );
}

const cardsOf = (page: Page) => page.locator('main .card-grid > li');

/** To the end of the list, as often as it goes on, until there are as many cards as wanted. */
async function loadCards(page: Page): Promise<number> {
  const cards = cardsOf(page);
  await cards.first().getByRole('link').waitFor();
  for (let count = await cards.count(); count < CARDS; count = await cards.count()) {
    await cards.last().scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 2000);
    await page.waitForFunction(
      (before) => document.querySelectorAll('main .card-grid > li').length > before,
      count,
    );
  }
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForLoadState('networkidle');
  return cards.count();
}

async function metrics(browser: CDPSession): Promise<Map<string, number>> {
  await browser.send('HeapProfiler.collectGarbage');
  await browser.send('Performance.enable');
  const { metrics: found } = await browser.send('Performance.getMetrics');
  return new Map(found.map(({ name, value }) => [name, value]));
}

const idle = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function measure(browser: Browser, origin: string): Promise<ListFigures> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 390, height: 844 },
  });
  const page = await signIn(context);
  const reads: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/')) reads.push(request.url());
  });
  await page.goto('/rewards');
  const cards = await loadCards(page);
  const target = await context.newCDPSession(page);
  const tracing = await browser.newBrowserCDPSession();
  const found = await metrics(target);
  const requests = reads.length;

  const traceTicks = async () => roundOf(tickTimes, await traceWhile(tracing, () => idle(IDLE_MS)));
  const scrolls: Round[] = [];
  const ticks: Round[] = [];
  const slowedTicks: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await target.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    ticks.push(await traceTicks());
    await target.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    scrolls.push(
      roundOf(frameIntervals, await traceWhile(tracing, () => target.send(...SCROLL_GESTURE))),
    );
    slowedTicks.push(await traceTicks());
  }
  const scroll = calmest(scrolls);
  await context.close();
  return {
    cards,
    requests,
    heapMb: (found.get('JSHeapUsedSize') ?? Number.NaN) / 1e6,
    nodes: found.get('Nodes') ?? Number.NaN,
    framesPerSecond: 1000 / mean(scroll.times),
    frameP95: p95(scroll.times),
    longestTask: scroll.longestTask,
    tickP95: p95(calmest(ticks).times),
    slowedTickP95: p95(calmest(slowedTicks).times),
  };
}

/** The limits that these figures exceed, in words. */
export function listProblems(platform: number, figures: ListFigures): string[] {
  const { cards, frameP95, tickP95 } = figures;
  return [
    ...(cards >= CARDS ? [] : [`${platform} rewards: ${cards} cards, of ${CARDS}.`]),
    ...(frameP95 <= FRAME_LIMIT_MS
      ? []
      : [
          `${platform} rewards: ${frameP95.toFixed(1)} ms from frame to frame, of ${FRAME_LIMIT_MS} ms.`,
        ]),
    ...(tickP95 <= TICK_LIMIT_MS
      ? []
      : [`${platform} rewards: a tick takes ${tickP95.toFixed(1)} ms, of ${TICK_LIMIT_MS} ms.`]),
  ];
}

export async function benchLongList(): Promise<BenchResult> {
  const browser = await chromium.launch(launchOptions());
  const rows: string[][] = [];
  const problems: string[] = [];
  try {
    for (const platform of PLATFORMS) {
      const product = await runProduct({ port: 0 });
      try {
        await fill(product.backend, platform);
        const figures = await measure(browser, product.origin);
        rows.push([
          platform.toLocaleString('en'),
          `${figures.cards}`,
          `${figures.requests}`,
          `${figures.heapMb.toFixed(1)} MB`,
          figures.nodes.toLocaleString('en'),
          figures.framesPerSecond.toFixed(0),
          `${figures.frameP95.toFixed(1)} ms`,
          `${figures.longestTask.toFixed(0)} ms`,
          `${figures.tickP95.toFixed(1)} ms`,
          `${figures.slowedTickP95.toFixed(1)} ms`,
        ]);
        problems.push(...listProblems(platform, figures));
      } finally {
        await product.close();
      }
    }
  } finally {
    await browser.close();
  }
  const figures = ['cards', 'requests', 'heap', 'DOM nodes', 'frames a second'].concat([
    'frame to frame, p95',
    'longest task',
    'tick, p95, not slowed',
    'slowed',
  ]);
  return { tables: [{ names: ['rewards on the platform'], figures, rows }], problems };
}

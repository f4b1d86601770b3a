/**
 * Adds up the first-load script of every built page and of the till (gzip, 1 kB = 1000 bytes) and what
 * the service worker keeps. Fails if that is over budget, if a page loads what is needed only later, or if
 * what a public page is painted with takes more than one round trip.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Route, routes } from '../../src/lib/routes.ts';
import { firstLoad, type Script } from '../build/page-weight.ts';
import { precachedFiles } from '../build/precache.ts';
import { asCommand, conclude } from '../command.ts';

const DIST = 'dist';
const STATIC_KB = 3;
const LOGIN_KB = 110;
const SCREEN_KB = 120;
const TILL = 'dist-till';
const TILL_KB = 110;
/** All that the service worker keeps, by its size on the device. */
const PRECACHE_KB = 1000;
/** What a server sends before it waits for an answer: ten packets, minus their headers. */
const ROUND_TRIP_KB = 14;

const PAGES: Pick<Route, 'path' | 'signedOut'>[] = [
  ...Object.values(routes),
  { path: '/404', signedOut: 'page' },
];

/**
 * Loaded when a code opens, a photo is uploaded, the page has nothing else to do or figures are sent:
 * never with the page. Each is recognized by a text in its source that survives minification.
 */
export const LOADED_LATER = [
  {
    name: 'qrcode',
    file: 'node_modules/qrcode/lib/core/qrcode.js',
    sign: 'The amount of data is too big to be stored in a QR Code',
    // It has to be there for a tap on 'My code'.
    whenIdle: true,
  },
  {
    name: 'lz-string',
    file: 'node_modules/lz-string/libs/lz-string.js',
    sign: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-$',
    // It has to be there for a tap on 'Redeem reward'.
    whenIdle: true,
  },
  {
    name: 'postgrest-js',
    file: 'node_modules/@supabase/postgrest-js/dist/index.mjs',
    sign: 'Request was aborted (timeout or manual cancellation)',
    // The first answers come without it; what has none yet asks for it at once.
    whenIdle: true,
  },
  {
    name: 'storage-js',
    file: 'node_modules/@supabase/storage-js/dist/index.mjs',
    sign: 'StorageUnknownError',
  },
  {
    name: 'the channel',
    file: 'src/lib/domain/socket-address.ts',
    sign: '/realtime/v1/websocket',
    whenIdle: true,
  },
  {
    name: 'web-vitals',
    file: 'node_modules/web-vitals/dist/web-vitals.js',
    sign: 'largest-contentful-paint',
  },
];

/** The till unpacks codes from the start, but reads pictures only once the camera is on. */
const TILL_LOADED_LATER = [
  {
    name: 'zxing-wasm',
    file: 'node_modules/zxing-wasm/dist/es/reader/index.js',
    sign: 'both async and sync fetching of the wasm failed',
  },
];

const kbOf = (scripts: readonly Script[]) =>
  scripts.reduce((sum, script) => sum + script.gzip, 0) / 1000;

const figures = (name: string, scripts: readonly Script[], budget: number): string =>
  `${name.padEnd(20)}${kbOf(scripts).toFixed(1).padStart(7)} of ${String(budget).padStart(3)} kB` +
  `${String(scripts.length).padStart(5)} scripts`;

function budgetOf({ path, signedOut }: (typeof PAGES)[number]): number {
  if (path === routes.login.path) return LOGIN_KB;
  return signedOut === 'page' && path !== routes.stores.path ? STATIC_KB : SCREEN_KB;
}

function sizeProblems(
  path: string,
  scripts: readonly Script[],
  budget: number,
  loadedLater: readonly { name: string; sign: string }[] = LOADED_LATER,
): string[] {
  const kb = kbOf(scripts);
  const over =
    kb > budget ? [`${path} loads ${kb.toFixed(1)} kB of script; ${budget} kB is the limit.`] : [];
  const early = loadedLater.flatMap(({ name, sign }) =>
    scripts
      .filter((script) => script.text.includes(sign))
      .map((script) => `${path} loads ${name} at once (${script.path}).`),
  );
  return [...over, ...early];
}

const PRELOAD = /<link rel="preload" href="([^"]+)"/g;

/** The parts of a public page's first picture that don't each fit into one round trip. */
const roundTripProblems = (path: string, parts: ReadonlyMap<string, number>): string[] =>
  [...parts]
    .filter(([, bytes]) => bytes / 1000 > ROUND_TRIP_KB)
    .map(
      ([part, bytes]) =>
        `${path} waits for ${(bytes / 1000).toFixed(1)} kB of ${part}; ${ROUND_TRIP_KB} kB is the limit.`,
    );

/** The page itself as it is sent, and what it preloads before its first picture. */
async function firstPicture(page: string): Promise<Map<string, number>> {
  const html = await readFile(join(DIST, page));
  const parts = new Map([[page, gzipSync(html, { level: 9 }).byteLength]]);
  for (const [, file = ''] of html.toString().matchAll(PRELOAD)) {
    parts.set(file, (await readFile(join(DIST, file))).byteLength);
  }
  return parts;
}

await asCommand(import.meta.main, async () => {
  for (const { name, file, sign } of [...LOADED_LATER, ...TILL_LOADED_LATER]) {
    if (!(await readFile(file, 'utf8')).includes(sign)) {
      throw new Error(`${name} no longer holds the text "${sign}" by which it is recognized.`);
    }
  }
  const problems: string[] = [];
  for (const route of PAGES) {
    const { path } = route;
    const page = `${path === '/' ? '/index' : path}.html`;
    const scripts = firstLoad(DIST, page);
    const budget = budgetOf(route);
    console.log(figures(path, scripts, budget));
    problems.push(...sizeProblems(path, scripts, budget));
    if (budget !== SCREEN_KB) problems.push(...roundTripProblems(path, await firstPicture(page)));
  }
  const ofTill = firstLoad(TILL, '/index.html');
  console.log(figures('The till', ofTill, TILL_KB));
  problems.push(...sizeProblems('The till', ofTill, TILL_KB, TILL_LOADED_LATER));
  const precached = await precachedFiles(DIST);
  const precachedKb = precached.reduce((sum, file) => sum + file.bytes, 0) / 1000;
  console.log(
    `The worker keeps ${precached.length} files, ${precachedKb.toFixed(1)} of ${PRECACHE_KB} kB.`,
  );
  if (precachedKb > PRECACHE_KB) {
    problems.push(`The worker keeps ${precachedKb.toFixed(1)} kB; ${PRECACHE_KB} kB is the limit.`);
  }
  conclude(problems, 'Every page, the till and the worker keep to their budgets.');
});

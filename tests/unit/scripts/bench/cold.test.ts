import { expect, test } from 'vitest';
import {
  coldProblems,
  coldRow,
  coldVisit,
  invalidRunProblems,
  medianVisit,
  SITUATIONS,
} from '../../../../scripts/bench/cold.ts';
import type { LighthouseReport } from '../../../../scripts/bench/lighthouse.ts';

const [withoutData, withData] = SITUATIONS;
const fine = {
  lcp: 1800,
  fcp: 900,
  cls: 0,
  requests: 30,
  workerRequests: 0,
  bytes: 150_000,
  dataRequests: 3,
  dataBytes: 2_500,
};

const page = { url: 'http://localhost:1/home', resourceType: 'Document', transferSize: 14_000 };
const script = { url: 'http://localhost:1/_astro/a.js', resourceType: 'Script', transferSize: 900 };

const report = (
  requests: object[],
  finalDisplayedUrl = 'http://localhost:1/home',
): LighthouseReport => ({
  finalDisplayedUrl,
  categories: {},
  audits: {
    'largest-contentful-paint': { numericValue: 2500 },
    'first-contentful-paint': { numericValue: 1200 },
    'cumulative-layout-shift': { numericValue: 0.004 },
    'network-requests': { details: { items: requests } },
  },
});

const asked = [
  { path: '/home', byWorker: false },
  { path: '/_astro/a.js', byWorker: false },
  { path: '/worker.js', byWorker: true },
];

test('a report is read: its paints, its movement, the page’s requests and the worker’s', () => {
  const drawn = { url: 'data:image/svg+xml,x', transferSize: 50 };
  const rows = { url: 'http://localhost:1/rest/v1/stores?id=eq.1', transferSize: 700 };
  expect(coldVisit(report([page, script, drawn, rows]), asked)).toEqual({
    lcp: 2500,
    fcp: 1200,
    cls: 0.004,
    requests: 3,
    workerRequests: 1,
    bytes: 15_600,
    dataRequests: 1,
    dataBytes: 700,
  });
});

test('a report without its figures keeps no limit', () => {
  const empty = coldVisit({ ...report([]), audits: {} }, []);
  expect(empty.lcp).toBeNaN();
  expect(coldProblems('/home', withData, empty)).toEqual([
    '/home, data on the device: largest paint at NaN ms, of 1800 ms.',
    '/home, data on the device: moves by NaN.',
  ]);
});

test('a run which stayed on the page asked for and fetched every script is a cold one', () => {
  expect(invalidRunProblems('/home', report([page, script]), asked)).toEqual([]);
});

test("a script which a worker fetched during the run may come from the browser's cache", () => {
  const again = { ...script, transferSize: 0 };
  expect(invalidRunProblems('/home', report([page, again]), asked)).toEqual([]);
});

test.each([
  [
    'signed out',
    report([page, script], 'http://localhost:1/login?next=/home'),
    '/home: the run ended on /login.',
  ],
  ['without a script', report([page]), '/home: no script was loaded.'],
  [
    'with a script the server was not asked for',
    report([page, script, { ...script, url: 'http://localhost:1/b.js' }]),
    '/home: /b.js came from a cache.',
  ],
])('a run %s does not count', (_name, run, problem) => {
  expect(invalidRunProblems('/home', run, asked)).toEqual([problem]);
});

test('the median of the runs is taken figure by figure', () => {
  expect(
    medianVisit([
      { ...fine, lcp: 1, bytes: 30 },
      { ...fine, lcp: 3, bytes: 10 },
      { ...fine, lcp: 2, bytes: 20 },
    ]),
  ).toEqual({ ...fine, lcp: 2, bytes: 20 });
});

test('a page at its limits has no problem, and one that has nothing kept gets 400 ms more', () => {
  expect(coldProblems('/home', withData, fine)).toEqual([]);
  expect(coldProblems('/home', withoutData, { ...fine, lcp: 2200 })).toEqual([]);
});

test.each([
  [withData, { lcp: 1801 }, '/home, data on the device: largest paint at 1801 ms, of 1800 ms.'],
  [withoutData, { lcp: 2201 }, '/home, nothing kept: largest paint at 2201 ms, of 2200 ms.'],
  [withData, { cls: 0.01 }, '/home, data on the device: moves by 0.010.'],
  [withoutData, { requests: 31 }, '/home, nothing kept: 31 requests, of 30.'],
])('a visit %o with %o is over the limit', (situation, change, problem) => {
  expect(coldProblems('/home', situation, { ...fine, ...change })).toEqual([problem]);
});

test('the number of requests is limited on /home alone, and the worker’s do not count', () => {
  expect(coldProblems('/rewards', withData, { ...fine, requests: 40 })).toEqual([]);
  expect(coldProblems('/home', withData, { ...fine, workerRequests: 60 })).toEqual([]);
});

test('a row names the worker’s requests only where there are some', () => {
  const bare = { ...fine, lcp: 750 };
  expect(coldRow('/home', withData.name, { ...fine, workerRequests: 60 }, bare)).toEqual([
    '`/home`',
    'data on the device',
    '900 ms',
    '1800 ms',
    '2.40',
    '0.000',
    '30 (and 60 by the worker)',
    '150.0 kB',
    '3, 2.5 kB',
  ]);
  expect(coldRow('/bare', '', bare, bare)).toEqual([
    '`/bare`',
    '',
    '900 ms',
    '750 ms',
    '1.00',
    '0.000',
    '30',
    '150.0 kB',
    '3, 2.5 kB',
  ]);
});

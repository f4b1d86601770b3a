/**
 * Lighthouse on the public pages of the built site and on a bare page with one stylesheet, all
 * from one server in one run: `npm run bench -- lighthouse`. Mobile, the median of three. Fails if
 * a page scores under 100, shows its largest paint later than 1.15 times the bare page's, or moves.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { BARE, withBarePage } from './bench/bare-page.ts';
import { browserName, median, writeSection } from './bench/section.ts';
import { asCommand, conclude } from './command.ts';
import { serve } from './server/http-server.ts';
import { createStaticSite } from './server/static-site.ts';
import { launchOptions } from './testing/find-browser.ts';

/** Not a dependency: npm fetches this exact version when it is run. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const RUNS = 3;
const LCP_LIMIT = 1.15;
const CLS_LIMIT = 0.01;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const PATHS = [
  ...['/', '/login', '/customers', '/promos', '/download', '/privacy-policy'],
  ...['/terms-of-service', '/404.html'],
];

interface Measurement {
  scores: number[];
  lcp: number;
  cls: number;
}

async function measureOnce(url: string): Promise<Measurement> {
  const { executablePath, args } = launchOptions();
  const options = [
    ...['--output=json', '--no-enable-error-reporting'],
    `--only-categories=${CATEGORIES.join(',')}`,
    `--chrome-flags=${['--headless=new', ...args].join(' ')}`,
  ];
  const { stdout } = await promisify(execFile)(
    'npm',
    ['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', url, ...options],
    { env: { ...process.env, CHROME_PATH: executablePath }, maxBuffer: Number.POSITIVE_INFINITY },
  );
  const { categories, audits } = JSON.parse(stdout);
  // NaN fails every limit.
  const figure = (name: string): number => audits[name]?.numericValue ?? Number.NaN;
  return {
    scores: CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100)),
    lcp: figure('largest-contentful-paint'),
    cls: figure('cumulative-layout-shift'),
  };
}

function problemsOf(path: string, { scores, lcp, cls }: Measurement, bare: Measurement): string[] {
  // What search engines think of a page they should not find does not matter.
  const wanted = CATEGORIES.filter((name) => name !== 'seo' || path !== '/404.html');
  const low = wanted.filter((name) => scores[CATEGORIES.indexOf(name)] !== 100);
  const isLate = !(lcp <= bare.lcp * LCP_LIMIT);
  return [
    ...low.map((name) => `${path}: ${name} is ${scores[CATEGORIES.indexOf(name)]}.`),
    ...(isLate
      ? [`${path}: largest paint at ${(lcp / bare.lcp).toFixed(2)} × the bare page's.`]
      : []),
    ...(cls < CLS_LIMIT ? [] : [`${path}: moves by ${cls.toFixed(3)}.`]),
  ];
}

await asCommand(import.meta.main, async () => {
  const server = await serve(withBarePage(await createStaticSite('dist')), 0);
  try {
    const measure = async (path: string): Promise<Measurement> => {
      const runs: Measurement[] = [];
      const url = `http://localhost:${server.port}${path}`;
      while (runs.length < RUNS) runs.push(await measureOnce(url));
      return {
        scores: CATEGORIES.map((_, index) => median(runs.map(({ scores }) => scores[index] ?? 0))),
        lcp: median(runs.map(({ lcp }) => lcp)),
        cls: median(runs.map(({ cls }) => cls)),
      };
    };
    const bare = await measure(BARE);
    const all: [path: string, Measurement][] = [[BARE, bare]];
    for (const path of PATHS) all.push([path, await measure(path)]);
    // If nothing is wrong, one page says as much as eight.
    const [slowest] = all.slice(1).toSorted(([, a], [, b]) => b.lcp - a.lcp);
    const rows = all
      .filter((row) => row[0] === BARE || row === slowest)
      .map(([path, { lcp }]) => [
        `\`${path}\``,
        `${Math.round(lcp)} ms`,
        (lcp / bare.lcp).toFixed(2),
      ]);
    const table = { names: ['page'], figures: ['LCP', '× bare'], rows };
    const problems = all.slice(1).flatMap(([path, found]) => problemsOf(path, found, bare));
    const engine = `${browserName()}, Lighthouse ${LIGHTHOUSE.split('@')[1]}`;
    await writeSection('lighthouse', engine, [table]);
    conclude(problems, 'Every page is as fast and as sound as it should be.');
  } finally {
    await server.close();
  }
});

/**
 * Lighthouse over the public pages of the built site beside a bare page with one stylesheet, all
 * from one server in one run: `npm run bench -- lighthouse`. Mobile, the median of three. Fails where
 * a page scores under 100, shows its largest paint later than 1.15 times the bare page's, or moves.
 */
import { BARE, withBarePage } from './bench/bare-page.ts';
import { figure, LIGHTHOUSE_VERSION, lighthouse } from './bench/lighthouse.ts';
import { median } from './bench/median.ts';
import { browserName, writeSection } from './bench/page.ts';
import type { BenchResult } from './bench/table.ts';
import { asCommand, conclude } from './command.ts';
import { serve } from './server/http-server.ts';
import { createStaticSite } from './server/static-site.ts';
import { launchOptions } from './testing/find-browser.ts';

const RUNS = 3;
const LCP_LIMIT = 1.15;
const CLS_LIMIT = 0.01;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Where a page is not to be found by search engines, Lighthouse's opinion of that is no fault. */
const PAGES: { path: string; unlisted?: boolean }[] = [
  { path: '/' },
  { path: '/login' },
  { path: '/customers' },
  { path: '/promos' },
  { path: '/download' },
  { path: '/privacy-policy' },
  { path: '/terms-of-service' },
  { path: '/404.html', unlisted: true },
];

interface Measurement {
  scores: number[];
  lcp: number;
  cls: number;
}

async function measure(url: string): Promise<Measurement> {
  const { executablePath, args } = launchOptions();
  const report = await lighthouse(
    url,
    [
      `--only-categories=${CATEGORIES.join(',')}`,
      `--chrome-flags=${['--headless=new', ...args].join(' ')}`,
    ],
    { CHROME_PATH: executablePath },
  );
  return {
    scores: CATEGORIES.map((name) => Math.round((report.categories[name]?.score ?? 0) * 100)),
    lcp: figure(report, 'largest-contentful-paint'),
    cls: figure(report, 'cumulative-layout-shift'),
  };
}

/** Each figure's median by itself. */
export const medianOf = (runs: readonly Measurement[]): Measurement => ({
  scores: CATEGORIES.map((_, index) => median(runs.map(({ scores }) => scores[index] ?? 0))),
  lcp: median(runs.map(({ lcp }) => lcp)),
  cls: median(runs.map(({ cls }) => cls)),
});

/** What this page's figures break, in words. */
export function lighthouseProblems(
  page: { path: string; unlisted?: boolean },
  { scores, lcp, cls }: Measurement,
  bare: Measurement,
): string[] {
  const wanted = CATEGORIES.filter((name) => !(page.unlisted && name === 'seo'));
  const low = wanted.filter((name) => scores[CATEGORIES.indexOf(name)] !== 100);
  return [
    ...low.map((name) => `${page.path}: ${name} is ${scores[CATEGORIES.indexOf(name)]}.`),
    ...(!(lcp <= bare.lcp * LCP_LIMIT)
      ? [`${page.path}: largest paint at ${(lcp / bare.lcp).toFixed(2)} times the bare page's.`]
      : []),
    ...(!(cls < CLS_LIMIT) ? [`${page.path}: moves by ${cls.toFixed(3)}.`] : []),
  ];
}

const row = (path: string, { scores, lcp, cls }: Measurement, bare: Measurement) => [
  `\`${path}\``,
  ...scores.map(String),
  `${Math.round(lcp)} ms`,
  (lcp / bare.lcp).toFixed(2),
  cls.toFixed(3),
];

/** Every page, and before them the bare one. */
async function benchPublicPages(origin: string): Promise<BenchResult> {
  const at = async (path: string) => {
    const runs: Measurement[] = [];
    for (let index = 0; index < RUNS; index += 1) runs.push(await measure(`${origin}${path}`));
    return medianOf(runs);
  };
  const bare = await at(BARE);
  const rows = [row(BARE, bare, bare)];
  const problems: string[] = [];
  for (const page of PAGES) {
    const measurement = await at(page.path);
    rows.push(row(page.path, measurement, bare));
    problems.push(...lighthouseProblems(page, measurement, bare));
  }
  const figures = [...CATEGORIES, 'LCP', '× bare', 'CLS'];
  return { tables: [{ names: ['page'], figures, rows }], problems };
}

await asCommand(import.meta.main, async () => {
  const server = await serve(
    await withBarePage(await createStaticSite('dist')),
    Number(process.env.PORT ?? 0),
  );
  try {
    const { tables, problems } = await benchPublicPages(`http://localhost:${server.port}`);
    await writeSection({
      name: 'lighthouse',
      command: 'npm run bench -- lighthouse',
      engine: `${await browserName()}, Lighthouse ${LIGHTHOUSE_VERSION}`,
      tables,
    });
    conclude(problems, 'Every page is as fast and as sound as it should be.');
  } finally {
    await server.close();
  }
});

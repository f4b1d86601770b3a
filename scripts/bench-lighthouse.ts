/**
 * Lighthouse over the public pages of the built site beside a bare page with one stylesheet, all
 * from one server in one run: `npm run bench:lighthouse`. Mobile, the median of three. Fails where
 * a page scores under 100, shows its largest paint later than 1.3 times the bare page's, or moves.
 *
 * Lighthouse is no dependency: npm fetches this exact version when the command is run.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asCommand, conclude } from './command.ts';
import { launchOptions } from './find-browser.ts';
import { serve } from './http-server.ts';
import { createStaticSite, type Handler } from './static-site.ts';

const LIGHTHOUSE = 'lighthouse@13.5.0';
const RUNS = 3;
const LCP_LIMIT = 1.3;
const CLS_LIMIT = 0.01;
const BARE = '/bare';
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

/** What is read of Lighthouse's own report. */
interface Report {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
}

interface Measurement {
  scores: number[];
  lcp: number;
  cls: number;
}

const BARE_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bare</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="A heading and a paragraph.">
<link rel="stylesheet" href="/bare.css"></head>
<body><main><h1>Bare</h1><p>A heading and a paragraph, and nothing else.</p></main></body></html>`;
const BARE_STYLE = 'body { font: 16px/1.5 sans-serif; margin: 2rem; color: #222 }';

async function withBarePage(site: Handler): Promise<Handler> {
  const folder = await mkdtemp(join(tmpdir(), 'stampcard-bare-'));
  await writeFile(join(folder, 'bare.html'), BARE_PAGE);
  await writeFile(join(folder, 'bare.css'), BARE_STYLE);
  const bare = await createStaticSite(folder);
  await rm(folder, { recursive: true });
  return (request) => (new URL(request.url).pathname.startsWith(BARE) ? bare : site)(request);
}

function run(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(errors))));
  });
}

async function measure(url: string, folder: string): Promise<Measurement> {
  const { executablePath, args } = launchOptions();
  const report = join(folder, 'report.json');
  await run(
    'npm',
    [
      'exec',
      '--yes',
      `--package=${LIGHTHOUSE}`,
      '--',
      'lighthouse',
      url,
      '--output=json',
      `--output-path=${report}`,
      `--only-categories=${CATEGORIES.join(',')}`,
      '--no-enable-error-reporting',
      `--chrome-flags=${['--headless=new', ...args].join(' ')}`,
    ],
    { ...process.env, CHROME_PATH: executablePath },
  );
  const { categories, audits }: Report = JSON.parse(await readFile(report, 'utf8'));
  const figure = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  return {
    scores: CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100)),
    lcp: figure('largest-contentful-paint'),
    cls: figure('cumulative-layout-shift'),
  };
}

export const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

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

const row = (path: string, { scores, lcp, cls }: Measurement, bare: Measurement) =>
  `| \`${path}\` | ${scores.join(' | ')} | ${Math.round(lcp)} ms | ${(lcp / bare.lcp).toFixed(2)} | ${cls.toFixed(3)} |`;

await asCommand(import.meta.main, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stampcard-lighthouse-'));
  const server = await serve(
    await withBarePage(await createStaticSite('dist')),
    Number(process.env.PORT ?? 0),
  );
  try {
    const at = async (path: string) => {
      const runs: Measurement[] = [];
      for (let index = 0; index < RUNS; index += 1) {
        runs.push(await measure(`http://localhost:${server.port}${path}`, folder));
      }
      return medianOf(runs);
    };
    const bare = await at(BARE);
    console.log(`| page | ${CATEGORIES.join(' | ')} | LCP | × bare | CLS |`);
    console.log(`|---|${'---:|'.repeat(CATEGORIES.length + 3)}`);
    console.log(row(BARE, bare, bare));
    const problems: string[] = [];
    for (const page of PAGES) {
      const measurement = await at(page.path);
      console.log(row(page.path, measurement, bare));
      problems.push(...lighthouseProblems(page, measurement, bare));
    }
    conclude(problems, 'Every page is as fast and as sound as it should be.');
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
});

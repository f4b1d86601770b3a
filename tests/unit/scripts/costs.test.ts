// @vitest-environment node
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import * as assumed from '../../../scripts/costs/assumptions.ts';
import { type Measured, measuredIn } from '../../../scripts/costs/measured.ts';
import { billOf, computeFor, fitsFree, usageOf } from '../../../scripts/costs/month.ts';
import { COMPUTES, overage } from '../../../scripts/costs/prices.ts';
import { amount, costTables, size, withTables } from '../../../scripts/costs/tables.ts';
import { pagesOfCosts } from '../../../scripts/costs.ts';

const SCREEN = { requests: 4, bytes: 10_000 };
const MEASURED: Measured = {
  rows: {
    stamp: 300,
    logLine: 200,
    redemption: 300,
    answer: 500,
    reward: 400,
    store: 300,
    member: 100,
  },
  screens: {
    '/home': SCREEN,
    '/rewards': SCREEN,
    '/store/1': SCREEN,
    '/transactions': { requests: 2, bytes: 0 },
  },
  pageOfRewards: 20_000,
  site: { files: 50, bytes: 300_000 },
};

test('docs/operating.md and docs/scale.md show what npm run costs prints', async () => {
  for (const [page, text] of Object.entries(await pagesOfCosts())) {
    expect(await readFile(page, 'utf8'), `${page} is old: npm run costs`).toBe(text);
  }
});

describe('what was measured', () => {
  test('the figures are those of docs/benchmarks.md', async () => {
    const page = await readFile('docs/benchmarks.md', 'utf8');
    const { rows, screens, pageOfRewards, site } = measuredIn(page);
    expect(page).toMatch(RegExp(`\\| public\\.stamps \\|.*\\| ${rows.stamp} \\|`));
    expect(page).toMatch(RegExp(`\\| private\\.till_log \\|.*\\| ${rows.logLine} \\|`));
    const home = `${screens['/home'].requests}, ${(screens['/home'].bytes / 1000).toFixed(1)} kB`;
    expect(page).toContain(`${home} |`);
    expect(page).toContain(`| 50 | ${pageOfRewards.toLocaleString('en')} |`);
    expect(page).toContain(`keeps ${site.files} files`);
    expect(page).toContain(`sends ${(site.bytes / 1000).toFixed(1)} kB`);
  });

  test('a page without one of the figures is an error', () => {
    expect(() => measuredIn('| public.stamps | 1 MB | 1 MB | 10 | 360 |')).toThrow(
      'no figure in a row that begins: | private.till_log |',
    );
  });
});

describe('what a thousand customers ask for', () => {
  const usage = usageOf(1000, MEASURED);

  test('half of them come', () => {
    expect(usage.activeUsers).toBe(500);
    expect(usage.codesByMail).toBe(50);
    expect(usage.stores).toBe(2);
  });

  test('a visit is two screens with rewards and half of each of the others', () => {
    // 4 + 4 + 2 + 1 requests; 30 + 30 + 5 kB.
    expect(usage.backend.screens).toEqual({ requests: 500 * 8 * 11, bytes: 500 * 8 * 65_000 });
  });

  test('an open code asks once, and then every 1.2 s', () => {
    expect(usage.backend.codes.requests).toBeCloseTo(500 * 4 * (1 + 20 / 1.2));
    expect(usage.backend.tills.requests).toBeCloseTo(500 * (4 + 3 * 0.4));
  });

  test('all requests are spread over the month, and come ten at a time in the worst minutes', () => {
    const all = Object.values(usage.backend).reduce((sum, { requests }) => sum + requests, 0);
    expect(usage.requests).toBeCloseTo(all);
    expect(usage.requestsASecond).toBeCloseTo(all / 2_592_000);
    expect(usage.requestsASecondAtWorst).toBeCloseTo((all / 2_592_000) * 10);
  });

  test('the database holds accounts, a year of stamps and redemptions, a week of answers, and the stores', () => {
    const growth = 500 * (4 * 500 + 0.4 * 500);
    const answers = 500 * 4.4 * (7 / 30) * 500;
    const stores = 2 * (300 + 2 * 100 + 2 * 400);
    expect(usage.growthGb).toBeCloseTo(growth / 1e9, 12);
    expect(usage.databaseGb).toBeCloseTo(
      assumed.EMPTY_PROJECT_GB + (1000 * 4000 + growth * 12 + answers + stores) / 1e9,
      12,
    );
    expect(usage.memoryGb).toBeCloseTo((1000 * 4000 + growth * 6) / 1e9, 12);
    expect(usage.dumpsGb).toBeCloseTo(usage.databaseGb * 4, 12);
  });

  test('photos and files are fetched by those who come', () => {
    expect(usage.photosGb).toBeCloseTo((500 * 50 * 100_000) / 1e9);
    expect(usage.site).toEqual({ requests: 500 * 2 * 50, bytes: 500 * 2 * 300_000 });
  });

  test('the plan Free would carry them, and not a hundred times as many', () => {
    expect(fitsFree(usage)).toBe(true);
    expect(fitsFree(usageOf(100_000, MEASURED))).toBe(false);
  });
});

describe('what it costs', () => {
  test('what is included costs nothing, and each further one its price', () => {
    expect(overage(250, { included: 250, each: 0.09 })).toBe(0);
    expect(overage(350, { included: 250, each: 0.09 })).toBeCloseTo(9);
  });

  test('a thousand customers cost the plan, whose credit pays the smallest compute', () => {
    expect(billOf(usageOf(1000, MEASURED))).toMatchObject({ plan: 25, compute: 0, total: 25 });
  });

  test('customers who come cost their price beyond 100,000', () => {
    expect(billOf(usageOf(200_000, MEASURED)).activeUsers).toBe(0);
    expect(billOf(usageOf(1_000_000, MEASURED)).activeUsers).toBeCloseTo(400_000 * 0.00325);
  });

  test('the lines add up', () => {
    const { total, ...lines } = billOf(usageOf(10_000_000, MEASURED));
    expect(total).toBeCloseTo(Object.values(lines).reduce((sum, line) => sum + line, 0));
    expect(lines.disk).toBeGreaterThan(0);
    expect(lines.logs).toBeGreaterThan(0);
  });

  test('compute is the smallest with the memory and the cores', () => {
    const small = usageOf(1000, MEASURED);
    expect(computeFor(small).name).toBe('Micro');
    expect(computeFor({ ...small, memoryGb: 1.5 }).name).toBe('Small');
    // 3 ms each: 3 cores busy, of 8 of which half may be.
    expect(computeFor({ ...small, requestsASecondAtWorst: 1000 }).name).toBe('2XL');
    expect(() => computeFor({ ...small, memoryGb: 1000 })).toThrow('large enough');
  });

  test('the price list rises', () => {
    const prices = COMPUTES.map(({ month }) => month);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
  });
});

describe('the tables', () => {
  test('numbers and sizes have three digits', () => {
    expect([879_123_456, 87_912, 0.0339].map(amount)).toEqual(['879 million', '87,900', '0.0339']);
    expect([3010, 301.4, 0.0138].map(size)).toEqual(['3.01 TB', '301 GB', '13.8 MB']);
  });

  test('each table has its place on the page', async () => {
    const tables = costTables(await readFile('docs/benchmarks.md', 'utf8'));
    const names = Object.keys(tables);
    const empty = names.map((name) => `<!-- costs: ${name} -->\n<!-- /costs -->`).join('\n');
    const page = withTables(empty, tables);
    for (const table of Object.values(tables)) expect(page).toContain(table);
    expect(withTables(page, tables)).toBe(page);
    expect(() => withTables('', tables)).toThrow('There is no <!-- costs: assumed -->');
  });
});

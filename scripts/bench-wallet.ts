/**
 * How fast the wallet is, as Ben of the demo data, on the built site: `npm run bench -- wallet`, or
 * one part of it by its name: `npm run bench -- wallet cold`. Each writes its section of
 * docs/benchmarks.md.
 */
import { withBarePage } from './bench/bare-page.ts';
import { benchCold } from './bench/cold.ts';
import { browserName, writeSection } from './bench/page.ts';
import { createRequestLog, type RequestLog } from './bench/request-log.ts';
import { benchSecondVisit } from './bench/second-visit.ts';
import { benchSlow3G } from './bench/slow-3g.ts';
import { benchSlowed } from './bench/slowed.ts';
import type { BenchResult } from './bench/table.ts';
import { benchTapToCode } from './bench/tap-to-code.ts';
import { asCommand, conclude } from './command.ts';
import { runProduct } from './server/product.ts';

const PARTS: Record<string, (origin: string, line: RequestLog) => Promise<BenchResult>> = {
  cold: benchCold,
  'second-visit': benchSecondVisit,
  slowed: benchSlowed,
  'slow-3g': benchSlow3G,
  'tap-to-code': benchTapToCode,
};

await asCommand(import.meta.main, async () => {
  const wanted = process.argv.slice(2);
  const unknown = wanted.find((name) => !Object.hasOwn(PARTS, name));
  if (unknown !== undefined) {
    throw new Error(`There is no part ${unknown}: choose of ${Object.keys(PARTS).join(', ')}.`);
  }
  const line = createRequestLog();
  const product = await runProduct({
    port: 0,
    before: async (handler) => line.watch(await withBarePage(handler)),
  });
  try {
    const problems: string[] = [];
    for (const [name, bench] of Object.entries(PARTS)) {
      if (wanted.length === 0 || wanted.includes(name)) {
        const result = await bench(product.origin, line);
        const command = `npm run bench -- wallet ${name}`;
        await writeSection({ name, command, engine: await browserName(), tables: result.tables });
        problems.push(...result.problems);
      }
    }
    conclude(problems, 'Every screen is there and every tap is answered in time.');
  } finally {
    await product.close();
  }
});

/**
 * `npm run costs`: what a month costs, from the figures in docs/benchmarks.md, the habits in
 * scripts/costs/assumptions.ts and the prices in scripts/costs/prices.ts. Prints the tables and writes them
 * into docs/operating.md; a unit test fails where that page, or docs/scale.md, shows others.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { asCommand } from './command.ts';
import { costTables, millionAsks, withTables } from './costs/tables.ts';
import { withMarked } from './marked-text.ts';

const BENCHMARKS = 'docs/benchmarks.md';

/** The two pages, as they should be. */
export async function pagesOfCosts(): Promise<Record<string, string>> {
  const benchmarks = await readFile(BENCHMARKS, 'utf8');
  return {
    'docs/operating.md': withTables(
      await readFile('docs/operating.md', 'utf8'),
      costTables(benchmarks),
    ),
    'docs/scale.md': withMarked(
      await readFile('docs/scale.md', 'utf8'),
      'costs',
      'million',
      millionAsks(benchmarks),
    ),
  };
}

await asCommand(import.meta.main, async () => {
  const tables = costTables(await readFile(BENCHMARKS, 'utf8'));
  for (const text of Object.values(tables)) console.log(`${text}\n`);
  for (const [page, text] of Object.entries(await pagesOfCosts())) await writeFile(page, text);
});

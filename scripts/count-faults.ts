/**
 * The size of the fault matrix, from the report of the last browser tests: each call that was
 * driven through faults, and how many it met. `npm run count:faults`.
 */
import { readFile } from 'node:fs/promises';
import { asCommand } from './command.ts';
import { REPORTS } from './testing/steps.ts';

interface Suite {
  specs: { title: string; file: string; tests: { results: { steps?: unknown[] }[] }[] }[];
  suites?: Suite[];
}

export interface Row {
  call: string;
  faults: number;
}

/** A test is a call; each of its steps is a fault it met. */
export const matrix = ({ specs, suites = [] }: Suite): Row[] => [
  ...specs
    .filter(({ file }) => /(^|\/)faults[\w-]*\.spec\.ts$/.test(file))
    .map(({ title, tests }) => ({
      call: title,
      faults: tests[0]?.results[0]?.steps?.length ?? 0,
    })),
  ...suites.flatMap(matrix),
];

await asCommand(import.meta.main, async () => {
  const { suites }: { suites: Suite[] } = JSON.parse(
    await readFile(`${REPORTS}/browser.json`, 'utf8'),
  );
  const rows = suites.flatMap(matrix);
  const cells = rows.reduce((sum, { faults }) => sum + faults, 0);
  for (const { call, faults } of rows) console.log(`${String(faults).padStart(3)}  ${call}`);
  console.log(`${rows.length} calls, ${cells} cells (calls × the faults each can meet).`);
});

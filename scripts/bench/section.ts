/**
 * Writes figures into docs/benchmarks.md: each bench its own section, between its marks, with the
 * command and the machine. The text around them is written by hand.
 */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { launchOptions } from '../testing/find-browser.ts';

const PAGE = 'docs/benchmarks.md';

export interface Table {
  /** The columns that name a row, at its beginning. */
  names: string[];
  figures: string[];
  rows: string[][];
}

/** NaN for no values, or if one of them is not a number: such a run proves nothing. */
export function percentile(values: readonly number[], share: number): number {
  if (values.some(Number.isNaN)) return Number.NaN;
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export function browserName(): string {
  const said = execFileSync(launchOptions().executablePath, ['--version'], { encoding: 'utf8' });
  return /^\D+\d+/.exec(said)?.[0] ?? said.trim();
}

async function machine(): Promise<string> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const system = /^PRETTY_NAME="?([^"\n(]+?)\s*(?:\(.*)?"?$/m.exec(release)?.[1];
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores, ${memory} GiB, ${system ?? process.platform}`;
}

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

export function markdownOf({ names, figures, rows }: Table): string {
  const rule = `|${'---|'.repeat(names.length)}${'---:|'.repeat(figures.length)}`;
  return [line([...names, ...figures]), rule, ...rows.map(line)].join('\n');
}

/**
 * Prints the tables, and replaces the section's earlier ones with them.
 *
 * @param engine what else the figures depend on: the browser, the server
 */
export async function writeSection(
  name: string,
  engine: string,
  tables: readonly Table[],
  command = `npm run bench -- ${name}`,
): Promise<void> {
  const written = tables.map(markdownOf);
  for (const table of written) console.log(`${table}\n`);
  const heading = `\`${command}\` · ${await machine()}, ${engine}`;
  const text = await readFile(PAGE, 'utf8');
  const [start, end] = [`<!-- bench: ${name} -->`, '<!-- /bench -->'];
  const from = text.indexOf(start) + start.length;
  const to = text.indexOf(end, from);
  if (!text.includes(start) || to < 0) throw new Error(`There is no ${start} … ${end}`);
  const section = ['', heading, ...written, ''].join('\n\n');
  await writeFile(PAGE, text.slice(0, from) + section + text.slice(to));
}

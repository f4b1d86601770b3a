/**
 * Writes figures into docs/benchmarks.md: each bench its own section, between its marks, with the
 * command and the machine. What stands around them is written by hand.
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { promisify } from 'node:util';
import { launchOptions } from '../testing/find-browser.ts';
import { markdownOf, type Table } from './table.ts';

const PAGE = 'docs/benchmarks.md';

export interface Section {
  /** Of the marks. */
  name: string;
  command: string;
  /** What else it depends on: the browser, the server. */
  engine: string;
  tables: readonly Table[];
}

async function systemName(): Promise<string> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '');
  return /^PRETTY_NAME="?([^"\n(]+?)\s*(?:\(.*)?"?$/m.exec(release)?.[1] ?? process.platform;
}

const machine = async () =>
  `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ${await systemName()}`;

/** The browser of the benches, with its version. */
export async function browserName(): Promise<string> {
  const { executablePath } = launchOptions();
  const { stdout } = await promisify(execFile)(executablePath, ['--version']);
  return /^\D+\d+/.exec(stdout)?.[0] ?? stdout.trim();
}

export const sectionText = ({ command, engine, tables }: Section, machineName: string): string =>
  ['', `\`${command}\` · ${machineName}, ${engine}`, ...tables.map(markdownOf), ''].join('\n\n');

/** The text with something else between `<!-- bench: name -->` and `<!-- /bench -->`. */
export function withSection(text: string, name: string, content: string): string {
  const [start, end] = [`<!-- bench: ${name} -->`, '<!-- /bench -->'];
  const from = text.indexOf(start) + start.length;
  const to = text.indexOf(end, from);
  if (!text.includes(start) || to < 0) throw new Error(`There is no ${start} … ${end}`);
  return text.slice(0, from) + content + text.slice(to);
}

/** Prints the tables and puts them in the place of the section's earlier ones. */
export async function writeSection(section: Section): Promise<void> {
  for (const table of section.tables) console.log(`${markdownOf(table)}\n`);
  const text = sectionText(section, await machine());
  await writeFile(PAGE, withSection(await readFile(PAGE, 'utf8'), section.name, text));
}

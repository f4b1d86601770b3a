/**
 * Writes figures into docs/benchmarks.md: each bench its own section, between its marks, with the
 * command and the machine. What stands around them is written by hand.
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { promisify } from 'node:util';
import { withMarked } from '../marked-text.ts';
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

/** Prints the tables and puts them in the place of the section's earlier ones. */
export async function writeSection(section: Section): Promise<void> {
  for (const table of section.tables) console.log(`${markdownOf(table)}\n`);
  const text = sectionText(section, await machine());
  await writeFile(PAGE, withMarked(await readFile(PAGE, 'utf8'), 'bench', section.name, text));
}

/** Puts a number where the page's text names it. */
export async function writeCounted(name: string, count: string): Promise<void> {
  await writeFile(PAGE, withMarked(await readFile(PAGE, 'utf8'), 'counted', name, count));
}

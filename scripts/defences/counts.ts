/** The numbers of defences that documents give: written by `npm run test:defences -- --count`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { all, groups } from '../../tests/defences/all.ts';
import { withMarked } from '../marked-text.ts';

const TABLE = [
  '| Where | Defences |',
  '|---|---:|',
  ...groups.map(({ name, defences }) => `| ${name} | ${defences.length} |`),
  `| **All** | **${all.length}** |`,
].join('\n');

/** What stands between the marks of each kind; the marks are comments in the document. */
const COUNTED = { 'defences by group': `\n\n${TABLE}\n\n`, defences: String(all.length) };

const DOCUMENTS: [file: string, what: keyof typeof COUNTED][] = [
  ['SECURITY.md', 'defences by group'],
  ['docs/benchmarks.md', 'defences'],
];

const counted = ([file, what]: (typeof DOCUMENTS)[number]) => {
  const before = readFileSync(file, 'utf8');
  return { file, before, after: withMarked(before, 'counted', what, COUNTED[what]) };
};

export function writeCounts(): void {
  for (const { file, after } of DOCUMENTS.map(counted)) writeFileSync(file, after);
}

export const countProblems = (): string[] =>
  DOCUMENTS.map(counted)
    .filter(({ before, after }) => before !== after)
    .map(({ file }) => `${file}: counts are old: run \`npm run test:defences -- --count\``);

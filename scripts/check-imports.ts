/** Arrows point down: who may import what, folder by folder. Nothing imports sideways. */
import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { asCommand, conclude, filesBelow } from './command.ts';

/**
 * The first row whose folder a file is in decides. `*` in a folder stands for one name, `$1` for
 * that same name. A package is named by itself; a folder ends in a slash.
 */
const RULES: [folder: string, allowed: string[]][] = [
  ['src/lib/domain/', ['src/lib/domain/', 'src/lib/messages.ts', 'src/lib/routes.ts', 'lz-string']],
  ['src/lib/platform/', ['src/lib/platform/', 'src/lib/domain/', 'qrcode', 'lz-string']],
  [
    'src/lib/data/',
    ['src/lib/data/', 'src/lib/domain/', 'src/lib/messages.ts', 'src/lib/config.ts', '@supabase/'],
  ],
  ['src/lib/state/', ['src/lib/', 'nanostores']],
  ['src/lib/', ['src/lib/']],
  ['src/islands/ui/', ['src/islands/ui/', 'react', 'react-dom']],
];

const IMPORT =
  /(?:^|[;\n])\s*(?:import|export)\b(?:[^'";]*?\bfrom)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g;

export const importsIn = (text: string): string[] =>
  [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? '');

export function importProblems(file: string, text: string): string[] {
  const rule = RULES.find(([folder]) => file.startsWith(folder));
  if (rule === undefined) return [];
  return importsIn(text)
    .map((name) => (name.startsWith('.') ? posix.join(posix.dirname(file), name) : name))
    .filter((target) => !rule[1].some((allowed) => target.startsWith(allowed)))
    .map((target) => `${file} may not import ${target}.`);
}

await asCommand(import.meta.main, async () => {
  const files = (await filesBelow('src')).filter((file) => /\.(ts|tsx|astro)$/.test(file));
  const problems: string[] = [];
  for (const file of files) problems.push(...importProblems(file, await readFile(file, 'utf8')));
  conclude(problems, `${files.length} files import downward only.`);
});

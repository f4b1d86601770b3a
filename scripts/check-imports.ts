/** Arrows point down: who may import what, folder by folder. Nothing imports sideways. */
import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { asCommand, conclude, filesBelow } from './command.ts';

const LIB = ['src/lib/domain/', 'src/lib/messages.ts', 'src/lib/routes.ts', 'src/lib/config.ts'];
const ISLAND = [
  ...['react', 'src/islands/use-value.ts', 'src/lib/state/', ...LIB],
  ...['src/islands/ui/', 'src/islands/cards/', 'src/islands/screen/'],
];
const PAGE = [
  ...['astro:', 'src/layouts/', 'src/sections/', 'src/scripts/', 'src/styles/', 'src/assets/'],
  ...['src/islands/ui/', 'src/islands/cards/', ...LIB],
];

/**
 * The first row whose folder a file is in decides. Its own folder is always allowed; `{name}`
 * stands for the file's own name: the page home.astro may use the islands of home.
 */
const RULES: [folder: string, allowed: string[]][] = [
  ['src/lib/domain/', ['src/lib/messages.ts', 'src/lib/routes.ts', 'lz-string']],
  ['src/lib/platform/', ['src/lib/domain/', 'qrcode', 'web-vitals']],
  ['src/lib/data/', ['src/lib/platform/', '@supabase/', ...LIB]],
  [
    'src/lib/state/',
    ['src/lib/data/', 'src/lib/platform/', 'nanostores', '@tanstack/query-core', ...LIB],
  ],
  ['src/lib/', []],
  // A program of its own, beside the pages.
  ['src/worker/', ['workbox-', 'src/lib/domain/', 'src/lib/platform/worker-names.ts']],
  ['src/islands/ui/', ['react']],
  // Everything but the time arrives in props.
  [
    'src/islands/cards/',
    ['react', '@nanostores/react', 'src/lib/state/clock.ts', 'src/islands/ui/', ...LIB],
  ],
  // The share prompt of /home shows what the shell's share button shows.
  ['src/islands/home/', ['src/islands/shell/', ...ISLAND]],
  ['src/islands/use-value.ts', ['react', 'nanostores', '@nanostores/react']],
  ['src/islands/', ISLAND],
  // Drawn while the site is built.
  ['src/sections/', ['node:fs', 'src/lib/platform/qr-image.ts', ...PAGE]],
  // The scripts of pages without islands.
  ['src/scripts/', ['astro', 'src/lib/platform/', ...LIB, 'src/islands/cards/progress-text.ts']],
  ['src/layouts/', ['src/islands/shell/', ...PAGE]],
  ['src/pages/', ['src/islands/{name}/', ...PAGE]],
];

const IMPORT =
  /(?:^|[;\n])\s*(?:import|export)\b(?:[^'";]*?\bfrom)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g;

export const importsIn = (text: string): string[] =>
  [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? '');

/** A folder of one's own is the route's: src/islands/home/, and src/lib/ for a file right in it. */
const ownFolder = (file: string) => `${posix.dirname(file).split('/').slice(0, 3).join('/')}/`;

export function importProblems(file: string, text: string): string[] {
  const rule = RULES.find(([folder]) => file.startsWith(folder));
  if (rule === undefined) return [`${file} is in a folder without a rule (check-imports.ts).`];
  const name = posix.basename(file).replace(/\.\w+$/, '');
  const allowed = [ownFolder(file), ...rule[1]].map((each) => each.replace('{name}', name));
  return importsIn(text)
    .map((each) => (each.startsWith('.') ? posix.join(posix.dirname(file), each) : each))
    .filter((target) => !allowed.some((each) => target.startsWith(each)))
    .map((target) => `${file} may not import ${target}.`);
}

await asCommand(import.meta.main, async () => {
  const files = (await filesBelow('src')).filter((file) => /(?<!\.d)\.(ts|tsx|astro)$/.test(file));
  const problems: string[] = [];
  for (const file of files) problems.push(...importProblems(file, await readFile(file, 'utf8')));
  conclude(problems, `${files.length} files import downward only.`);
});

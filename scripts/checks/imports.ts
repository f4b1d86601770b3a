/**
 * Which folder may import from which: imports point down, never sideways and never in a circle.
 */
import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { asCommand, conclude, filesBelow } from '../command.ts';

/** Where `#text/` leads (package.json). */
const TEXT = 'src/lib/text/en/';

const LIB = [
  'src/lib/domain/',
  'src/lib/text/',
  ...['src/lib/base-path.ts', 'src/lib/routes.ts', 'src/lib/config.ts', 'src/lib/sized-photo.ts'],
];
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
  ['src/lib/text/', []],
  ['src/lib/domain/', ['src/lib/text/', 'src/lib/routes.ts', 'lz-string']],
  [
    'src/lib/platform/',
    [
      ...['src/lib/domain/', 'src/lib/text/', 'src/lib/base-path.ts'],
      ...['ical-generator', 'qrcode', 'web-vitals'],
    ],
  ],
  ['src/lib/data/', ['src/lib/platform/', '@supabase/', ...LIB]],
  [
    'src/lib/state/',
    ['src/lib/data/', 'src/lib/platform/', 'nanostores', '@tanstack/query-core', ...LIB],
  ],
  ['src/lib/', []],
  // A program of its own, beside the pages.
  [
    'src/worker/',
    [
      ...['workbox-', 'src/lib/domain/'],
      ...['src/lib/base-path.ts', 'src/lib/platform/worker-names.ts'],
    ],
  ],
  // The stores' app: of the site it has the looks, the words and the rules of the codes.
  [
    'src/till/',
    [
      ...['react', 'nanostores', '@supabase/', 'zxing-wasm/', 'src/styles/'],
      ...['src/islands/ui/', 'src/islands/use-value.ts', 'src/lib/data/database.types.ts', ...LIB],
      ...['src/islands/login/CaptchaCheck.tsx', 'src/lib/state/session/captcha.ts'],
      ...['backend-fetch', 'data-error', 'schema-gap'].map((name) => `src/lib/data/${name}.ts`),
    ],
  ],
  // A sheet asks the device in which ways it is closed there; a picture is held to its bound.
  [
    'src/islands/ui/',
    [
      ...['react', 'src/lib/text/', 'src/lib/base-path.ts', 'src/lib/state/sheet.ts'],
      'src/lib/platform/picture.ts',
    ],
  ],
  // Everything but the time arrives in props.
  ['src/islands/cards/', ['react', 'src/lib/state/clock.ts', 'src/islands/ui/', ...LIB]],
  // The share prompt of /home shows what the shell's share button shows.
  ['src/islands/home/', ['src/islands/shell/', ...ISLAND]],
  // Who misses a stamp shows the code that the shell's middle button opens.
  ['src/islands/store/', ['src/islands/shell/ShowMyCode.tsx', ...ISLAND]],
  ['src/islands/use-value.ts', ['react', 'nanostores']],
  ['src/islands/', ISLAND],
  // Drawn while the site is built.
  ['src/sections/', ['node:fs', 'src/lib/platform/qr-image.ts', ...PAGE]],
  // The scripts of pages without islands.
  ['src/scripts/', ['astro', 'src/lib/platform/', ...LIB]],
  ['src/layouts/', ['src/islands/shell/', 'src/lib/content-security-policy.ts', ...PAGE]],
  ['src/pages/', ['src/islands/{name}/', ...PAGE]],
  ['local-backend/', ['']],
  ['scripts/', ['']],
  ['tests/', ['']],
];

/** Of these, each file can be removed by itself. */
const ALONE = ['local-backend/shims/'];

const IMPORT =
  /(?:^|[;\n])\s*(?:import|export)\b(?:[^'";]*?\bfrom)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g;

export const importsIn = (text: string): string[] =>
  [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? '');

/** A folder of one's own is the route's: src/islands/home/, and src/lib/ for a file right in it. */
const ownFolder = (file: string) => `${posix.dirname(file).split('/').slice(0, 3).join('/')}/`;

/** What a file imports of the repository, as paths from its root; packages stay as they are. */
const targetsIn = (file: string, text: string): string[] =>
  importsIn(text).map((path) => {
    if (path.startsWith('#text/')) return path.replace('#text/', TEXT);
    return path.startsWith('.') ? posix.join(posix.dirname(file), path) : path;
  });

export function importProblems(file: string, text: string): string[] {
  const rule = RULES.find(([folder]) => file.startsWith(folder));
  if (rule === undefined) {
    return [`${file} is in a folder without a rule (scripts/checks/imports.ts).`];
  }
  const name = posix.basename(file).replace(/\.\w+$/, '');
  const allowed = [ownFolder(file), ...rule[1]].map((path) => path.replace('{name}', name));
  const barred = [
    ...ALONE.filter((folder) => file.startsWith(folder)),
    ...(file.startsWith('local-backend/') ? ['scripts/'] : []),
  ];
  return targetsIn(file, text)
    .filter(
      (target) =>
        !allowed.some((path) => target.startsWith(path)) ||
        barred.some((path) => target.startsWith(path)),
    )
    .map((target) => `${file} may not import ${target}.`);
}

/** The first circle among the files, as the path from a file back to itself; null without one. */
export function importCycle(texts: ReadonlyMap<string, string>): string[] | null {
  const ENDINGS = ['', '.ts', '.tsx'];
  const resolveFile = (target: string) =>
    ENDINGS.map((ending) => target + ending).find((path) => texts.has(path));
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const target of targetsIn(file, texts.get(file) ?? '')) {
      const next = resolveFile(target);
      const cycle = next === undefined ? null : visit(next, [...path, file]);
      if (cycle !== null) return cycle;
    }
    done.add(file);
    return null;
  };
  for (const file of texts.keys()) {
    const cycle = visit(file, []);
    if (cycle !== null) return cycle;
  }
  return null;
}

await asCommand(import.meta.main, async () => {
  const folders = await Promise.all(['src', 'local-backend', 'scripts', 'tests'].map(filesBelow));
  const files = folders.flat().filter((file) => /(?<!\.d)\.(ts|tsx|astro)$/.test(file));
  const texts = new Map<string, string>();
  for (const file of files) texts.set(file, await readFile(file, 'utf8'));
  const problems = [...texts].flatMap(([file, text]) => importProblems(file, text));
  const cycle = importCycle(texts);
  if (cycle !== null) problems.push(`A circle of imports: ${cycle.join(' > ')}.`);
  conclude(problems, `${files.length} files import downward only, and none in a circle.`);
});

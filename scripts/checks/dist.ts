/**
 * What is shipped holds nothing of the local stand-ins, no secret key, no source map, no script
 * that the page's own policy does not know or that is none, nothing newer than the oldest browsers,
 * and names no built file that is missing.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import ts from 'typescript';
import { importsOf } from '../build/page-weight.ts';
import { asCommand, conclude, filesBelow } from '../command.ts';
import { newerProblems } from './newer.ts';

const DIST = 'dist';
const TILL = 'dist-till';
const TEXT = /\.(html|js|css|json|svg|txt|xml|webmanifest)$/;

const NEVER: [RegExp, string][] = [
  [/sb_secret_\w/, 'a secret key'],
  [/SUPABASE_SECRET_KEY/, 'the variable of the secret key'],
  [/service_role/, 'the name of the all-powerful role'],
  [/[#@]\s*sourceMappingURL=/, 'a source map'],
  [/pglite|@supabase\/lite/i, 'the embedded database'],
  [/local-backend|\/local\/(?!counter\b)/, 'a local stand-in'],
];

/** What the till holds, and the customers' site does not. */
const NOT_FOR_CUSTOMERS: [RegExp, string][] = [
  [/\bjsQR\b|zxing/i, 'a code reader: only the till reads codes'],
  [/stampcard-till|\bgive_stamp\b/, 'a part of the till'],
];

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;
const DATA = /\stype="?application\/(ld\+)?json"?/;
const POLICY = /<meta http-equiv="?content-security-policy"? content="([^"]*)"/i;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** What keeps a script within a page from being read: those are put together when the site is built. */
function syntaxProblem(script: string): string | null {
  const compilerOptions = { allowJs: true, target: ts.ScriptTarget.ESNext };
  const { diagnostics = [] } = ts.transpileModule(script, {
    fileName: 'page.js',
    reportDiagnostics: true,
    compilerOptions,
  });
  const [first] = diagnostics;
  return first ? ts.flattenDiagnosticMessageText(first.messageText, ' ') : null;
}

export function pageProblems(file: string, html: string): string[] {
  const policy = POLICY.exec(html);
  if (policy === null) return [`${file} has no policy.`];
  const allowed = /script-src ([^;]*)/.exec(policy[1]?.replaceAll('&#39;', "'") ?? '')?.[1] ?? '';
  const problems: string[] = [];
  if (/'unsafe-|\*/.test(allowed)) problems.push(`${file} allows any script: ${allowed}`);
  for (const script of html.matchAll(SCRIPT)) {
    const [whole, attributes = '', text = ''] = script;
    if (DATA.test(attributes)) continue;
    if (script.index < policy.index) problems.push(`${file}: a script precedes the policy.`);
    if (!/\ssrc=/.test(attributes) && !allowed.includes(hashOf(text))) {
      problems.push(`${file}: the policy does not know the script ${whole.slice(0, 80)}`);
    }
    const unread = syntaxProblem(text);
    if (unread !== null) problems.push(`${file}: ${unread} In: ${whole.slice(0, 80)}`);
  }
  for (const [tag] of html.matchAll(/<[a-z][^>]*\s(on[a-z]+|style)="[^>]*>/g)) {
    problems.push(`${file}: the policy blocks an attribute of ${tag.slice(0, 80)}`);
  }
  return problems;
}

const REFERENCE = /["'`(](?:\/[\w.~-]+)*\/?(_astro\/[\w./-]+\.\w+)["'`)]/g;

/** The built files that are named and missing. */
export const referenceProblems = (file: string, text: string, files: readonly string[]): string[] =>
  [...text.matchAll(REFERENCE)]
    .map((match) => `${DIST}/${match[1]}`)
    .filter((target) => !files.includes(target))
    .map((target) => `${file} names ${target}, which is not there.`);

/**
 * Scripts that import each other in a circle: one of them runs before what it needs is there.
 *
 * @param imports what each script imports at once, by name
 */
export function cycleProblems(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const checked = new Set<string>();
  const findCycle = (name: string, path: readonly string[]): string[] | null => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (checked.has(name)) return null;
    for (const next of imports.get(name) ?? []) {
      const found = findCycle(next, [...path, name]);
      if (found) return found;
    }
    checked.add(name);
    return null;
  };
  const cycles = [...imports.keys()].map((name) => findCycle(name, []));
  const [cycle] = cycles.filter((path) => path !== null);
  return cycle ? [`These scripts import each other in a circle: ${cycle.join(' → ')}.`] : [];
}

const TOKEN = /\beyJ[\w-]+\.([\w-]+)\.[\w-]*/g;

/** The decoded payloads of the tokens in a text, so that words in them are found. */
const decodeTokens = (text: string): string =>
  [...text.matchAll(TOKEN)]
    .map(([, facts = '']) => Buffer.from(facts, 'base64url').toString())
    .join('\n');

/** @param secret the secret key of whoever built this, in whichever form */
export function textProblems(file: string, text: string, secret = ''): string[] {
  const readable = [text, decodeTokens(text)].join('\n');
  const never = file.startsWith(`${TILL}/`) ? NEVER : [...NEVER, ...NOT_FOR_CUSTOMERS];
  const held = never.filter(([pattern]) => pattern.test(readable)).map(([, what]) => what);
  if (secret !== '' && text.includes(secret)) held.push('your SUPABASE_SECRET_KEY');
  return held.map((what) => `${file} holds ${what}.`);
}

async function folderProblems(files: readonly string[]): Promise<string[]> {
  const imports = new Map<string, string[]>();
  const secret = process.env.SUPABASE_SECRET_KEY?.trim();
  const problems = files
    .filter((file) => file.endsWith('.map'))
    .map((file) => `${file} is a source map.`);
  for (const file of files.filter((path) => TEXT.test(path))) {
    const text = await readFile(file, 'utf8');
    problems.push(...textProblems(file, text, secret), ...referenceProblems(file, text, files));
    problems.push(...newerProblems(file, text));
    if (file.endsWith('.js'))
      imports.set(
        basename(file),
        importsOf(text).map((path) => basename(path)),
      );
    if (file.endsWith('.html')) problems.push(...pageProblems(file, text));
  }
  return [...problems, ...cycleProblems(imports)];
}

await asCommand(import.meta.main, async () => {
  const problems: string[] = [];
  let count = 0;
  for (const folder of [DIST, TILL]) {
    const files = await filesBelow(folder);
    if (!files.some((file) => file.endsWith('.html'))) throw new Error(`${folder}/ holds no page.`);
    problems.push(...(await folderProblems(files)));
    count += files.length;
  }
  conclude(problems, `${count} files, nothing among them that must not be shipped.`);
});

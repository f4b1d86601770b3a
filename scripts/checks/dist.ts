/**
 * What is shipped holds nothing of the local stand-ins, no secret key, no source map, and nothing
 * newer than the oldest browsers.
 */
import { readFile } from 'node:fs/promises';
import { asCommand, conclude, filesBelow } from '../command.ts';

const TILL = 'dist-till';
const TEXT = /\.(html|js|css|json|svg|txt|xml|webmanifest)$/;

const NEVER: [RegExp, string][] = [
  [/sb_secret_\w/, 'a secret key'],
  [/SUPABASE_SECRET_KEY/, 'the variable of the secret key'],
  [/service_role/, 'the name of the all-powerful role'],
  [/[#@]\s*sourceMappingURL=/, 'a source map'],
  [/pglite|@supabase\/lite/i, 'the embedded database'],
  // A build for this machine links to these two.
  [/local-backend|\/local\/(?!(counter|push)\b)/, 'a local stand-in'],
];

/** What the till holds, and the customers' site does not. */
const NOT_FOR_CUSTOMERS: [RegExp, string][] = [
  [/\bjsQR\b|zxing/i, 'a code reader: only the till reads codes'],
  [/stampcard-till|\bgive_stamp\b/, 'a part of the till'],
];

const TOKEN = /\beyJ[\w-]+\.([\w-]+)\.[\w-]*/g;

/** The decoded payloads of the tokens in a text, so that words in them are found. */
const decodeTokens = (text: string): string =>
  [...text.matchAll(TOKEN)]
    .map(([, facts = '']) => Buffer.from(facts, 'base64url').toString())
    .join('\n');

/** @param secret the secret key of the person who built this, in whichever form */
export function textProblems(file: string, text: string, secret = ''): string[] {
  const readable = [text, decodeTokens(text)].join('\n');
  const never = file.startsWith(`${TILL}/`) ? NEVER : [...NEVER, ...NOT_FOR_CUSTOMERS];
  const held = never.filter(([pattern]) => pattern.test(readable)).map(([, what]) => what);
  if (secret !== '' && text.includes(secret)) held.push('your SUPABASE_SECRET_KEY');
  return held.map((what) => `${file} holds ${what}.`);
}

// What is newer than the oldest browsers (scripts/build/oldest-browsers.ts), and has no fallback:
// no built file may name it.

/** The first browsers with each. Tests remove them from a browser that has them. */
export const NEWER_FUNCTIONS = [
  'AbortSignal.any', // Safari 17.4, Chrome 116.
  'Promise.withResolvers', // Safari 17.4, Chrome 119.
  'Promise.try', // Safari 18.2, Chrome 128.
  'Object.groupBy', // Safari 17.4, Chrome 117.
  'Map.groupBy', // Safari 17.4, Chrome 117.
  'Array.fromAsync', // Safari 16.4, Chrome 121.
  'URL.canParse', // Safari 17, Chrome 120.
  'URL.parse', // Safari 18, Chrome 126.
  'Response.json', // Safari 17.
  'Set.prototype.union', // Safari 17, Chrome 122, Firefox 127.
  'Set.prototype.intersection', // Safari 17, Chrome 122, Firefox 127.
  'Set.prototype.difference', // Safari 17, Chrome 122, Firefox 127.
  'Set.prototype.symmetricDifference', // Safari 17, Chrome 122, Firefox 127.
  'Set.prototype.isSubsetOf', // Safari 17, Chrome 122, Firefox 127.
  'Set.prototype.isSupersetOf', // Safari 17, Chrome 122, Firefox 127.
  'Set.prototype.isDisjointFrom', // Safari 17, Chrome 122, Firefox 127.
  'Iterator.from', // Safari 18.4, Chrome 122, Firefox 131.
  'RegExp.escape', // Safari 18.2, Chrome 136, Firefox 134.
  'Uint8Array.fromBase64', // Safari 18.2, Chrome 140, Firefox 133.
  'Uint8Array.prototype.toBase64', // Safari 18.2, Chrome 140, Firefox 133.
  'Uint8Array.prototype.toHex', // Safari 18.2, Chrome 140, Firefox 133.
  'Intl.DurationFormat', // Safari 16.4, Chrome 129, Firefox 136.
] as const;

const NEWER_STYLES: [RegExp, string][] = [
  [/\blight-dark\(/, 'light-dark()'], // Safari 17.5, Chrome 123.
  [/@starting-style\b/, '@starting-style'], // Safari 17.5, Chrome 117, Firefox 129.
  [/@scope\b/, '@scope'], // Safari 17.4, Chrome 118, Firefox 128.
  [/[{;]\s*&/, 'a nested rule'], // Safari 17.2, Chrome 120.
  [/\btext-decoration:[^;}]*\d/, 'the thickness of a line in text-decoration'], // The shorthand with a thickness: WebKit reads none of it.
];

/** `Set.prototype.union` is called as `.union(` on what can't be recognized as a set. */
const sign = (name: string): RegExp =>
  name.includes('.prototype.')
    ? new RegExp(`\\.${name.split('.').at(-1)}\\(`)
    : new RegExp(`\\b${name.replace('.', '\\.')}\\b`);

const FUNCTIONS = NEWER_FUNCTIONS.map((name): [RegExp, string] => [sign(name), name]);
const STYLE = /<style>([\s\S]*?)<\/style>/g;

/** What the built file names that the oldest browsers don't have. */
function newerProblems(file: string, text: string): string[] {
  const styles = file.endsWith('.css') ? text : [...text.matchAll(STYLE)].join('\n');
  const found = [
    ...FUNCTIONS.filter(([pattern]) => /\.(js|html)$/.test(file) && pattern.test(text)),
    ...NEWER_STYLES.filter(([pattern]) => pattern.test(styles)),
  ];
  return found.map(([, name]) => `${file} needs ${name}, which the oldest browsers have not got.`);
}

await asCommand(import.meta.main, async () => {
  const secret = process.env.SUPABASE_SECRET_KEY?.trim();
  const files = (await Promise.all(['dist', TILL].map(filesBelow))).flat();
  for (const folder of ['dist', TILL]) {
    if (!files.includes(`${folder}/index.html`)) throw new Error(`${folder}/ holds no page.`);
  }
  const problems = files
    .filter((file) => file.endsWith('.map'))
    .map((file) => `${file} is a source map.`);
  for (const file of files.filter((path) => TEXT.test(path))) {
    const text = await readFile(file, 'utf8');
    problems.push(...textProblems(file, text, secret), ...newerProblems(file, text));
  }
  conclude(problems, `${files.length} files, nothing among them that must not be shipped.`);
});

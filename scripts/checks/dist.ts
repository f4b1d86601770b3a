/**
 * What is shipped holds nothing of the local stand-ins, no secret key, no source map, and nothing
 * newer than the oldest browsers.
 */
import { readFile } from 'node:fs/promises';
import { asCommand, conclude, filesBelow } from '../command.ts';
import { newerProblems } from './newer.ts';

const TILL = 'dist-till';
const TEXT = /\.(html|js|css|json|svg|txt|xml|webmanifest)$/;

const NEVER: [RegExp, string][] = [
  [/sb_secret_\w/, 'a secret key'],
  [/SUPABASE_SECRET_KEY/, 'the variable of the secret key'],
  [/service_role/, 'the name of the all-powerful role'],
  [/[#@]\s*sourceMappingURL=/, 'a source map'],
  [/pglite|@supabase\/lite/i, 'the embedded database'],
  // A build for this machine leads to these two.
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

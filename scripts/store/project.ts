/** The project that `npm run store` works on, and its secret key: how they are found and used. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { domainToUnicode } from 'node:url';
import { isLoopback } from '../../src/lib/config.ts';
import { CLOCK_CODE } from '../../src/lib/data/data-error.ts';
import {
  claimsOf,
  type Environment,
  isSecretKey,
  origin,
  refusePublicSecrets,
} from '../../src/lib/read-config.ts';
import {
  type Answer,
  codeOf,
  exposeSchema,
  messageOf,
  ask as request,
  SEE_BILLING,
} from '../doctor/ask.ts';
import { dataDirFrom, portFrom } from '../server/start-options.ts';

export interface Project {
  url: string;
  secretKey: string;
  /** The demo of npm start. */
  isDemo: boolean;
  send: typeof fetch;
}

const KEY = 'SUPABASE_SECRET_KEY';
const URL_NAME = 'PUBLIC_SUPABASE_URL';
/** Longer than a project takes to wake up. */
export const ANSWER_TIMEOUT_MS = 30_000;

/** @param given the address of --url */
export async function findProject(
  env: Environment,
  given: string | undefined,
  send: typeof fetch = fetch,
): Promise<Project> {
  refusePublicSecrets(env);
  const address = given ?? env[URL_NAME]?.trim();
  const secretKey = env[KEY]?.trim();
  if (!address && secretKey) {
    throw new Error(`${URL_NAME} is missing: the address of the project whose key this is.`);
  }
  const url = address
    ? origin(given === undefined ? URL_NAME : '--url', address)
    : `http://localhost:${portFrom(env.PORT)}`;
  if (isLookAlike(new URL(url).hostname)) {
    throw new Error(
      `${url} looks like a project of Supabase and is none: theirs are https://{ref}.supabase.co. No key ` +
        'was sent. Look at the address, and at where you have it from.',
    );
  }
  if (secretKey) {
    refuseOtherKeys(secretKey, url);
    return { url, secretKey, isDemo: false, send };
  }
  if (!isLoopback(new URL(url).hostname)) {
    throw new Error(
      `${KEY} is missing: the secret key of ${url}, from its settings, "API keys". docs/stores.md says ` +
        'how it is set without being kept by the shell.',
    );
  }
  return { url, secretKey: await demoKey(env), isDemo: true, send };
}

/** The variable's value is never printed: fetch's own error would print one that a header can't hold. */
function refuseOtherKeys(key: string, url: string): void {
  const isSecret = isSecretKey(key);
  if (!isSecret || !/^[\w.-]+$/.test(key)) {
    const isPublishable =
      !isSecret && (key.startsWith('sb_publishable_') || key.split('.').length === 3);
    throw new Error(
      isPublishable
        ? `${KEY} is the publishable key, which every page has and which makes no stores. It takes the secret one.`
        : `${KEY} must be a secret key (sb_secret_…), and is something else.`,
    );
  }
  const ref = claimsOf(key)?.ref;
  if (ref && url.endsWith('.supabase.co') && !url.startsWith(`https://${ref}.`)) {
    throw new Error(`${KEY} is the key of the project ${ref}, and not of ${url}.`);
  }
}

async function demoKey(env: Environment): Promise<string> {
  const dataDir = dataDirFrom(env.STAMPCARD_DATA);
  if (dataDir === undefined) {
    throw new Error('STAMPCARD_DATA=memory keeps no key of the demo: start it with a folder.');
  }
  // Written there by local-backend/secrets.ts.
  return readFile(join(dataDir, 'secret-key'), 'utf8').catch(() => {
    throw new Error(
      `There is no demo in ${dataDir}: run npm start. For a hosted project set ${URL_NAME} and ${KEY}.`,
    );
  });
}

/** What the project refuses, with its own reason. */
export class Refusal extends Error {
  /** In a word, for programs. */
  readonly reason: string;

  constructor(reason: string, sentence: string) {
    super(sentence);
    this.reason = reason;
  }
}

/**
 * The secret key is an `apikey`; `Authorization` carries tokens of people. A key in the older form is
 * itself a token, which gives the tables the role: the gateway passes it on only as one.
 */
export const asOperator = (secretKey: string): Record<string, string> => ({
  apikey: secretKey,
  ...(secretKey.startsWith('eyJ') && { authorization: `Bearer ${secretKey}` }),
});

/** Asks the project with its secret key. Refusals and lost answers are errors of a few sentences. */
export async function ask(
  project: Project,
  path: string,
  body: object,
  { method = 'POST', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<unknown> {
  const { url, secretKey, send, isDemo } = project;
  const answer = await request({ fetch: send, deadlineMs: ANSWER_TIMEOUT_MS }, url + path, {
    method,
    headers: { ...asOperator(secretKey), 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const { status, json, failure } = answer;
  if (isDemo && failure.includes('ECONNREFUSED')) {
    throw new Error(`Nothing answers at ${url}: is npm start running?`);
  }
  if (failure) {
    throw new Error(
      `No answer from ${url} (${failure}). Look at the address and your connection. ${AGAIN}`,
    );
  }
  if (status >= 200 && status < 300 && json !== undefined) return json;
  throw problemOf(project, answer);
}

const AGAIN = 'Run the same command again: it makes nothing twice.';

function problemOf({ url, isDemo }: Project, answer: Answer): Error {
  const { status, json } = answer;
  const [code, message] = [codeOf(answer), messageOf(answer)];
  if (code === CLOCK_CODE) {
    return new Error(`The clock of ${url} is behind: it takes no fresh token yet. ${AGAIN}`);
  }
  if (status === 540) {
    return new Error(
      `${url} is paused: resume it at https://supabase.com/dashboard, and run the same command again.`,
    );
  }
  if (status === 402) {
    return new Error(`${url} is restricted (${message || status}). ${SEE_BILLING}`);
  }
  if (status >= 500 || status === 429) {
    return new Error(`${url} is in trouble (${status}). ${AGAIN}`);
  }
  if (json === undefined || (status >= 300 && status < 400)) {
    return new Error(
      `What answers at ${url} is no Supabase project (${status}). Look at the address.`,
    );
  }
  if (code === 'PGRST106') {
    return new Error(`${url} does not show its tables. ${exposeSchema({ url })}`);
  }
  // A function, a column, or a table.
  if (['PGRST202', 'PGRST204', 'PGRST205'].includes(code)) {
    return new Error(
      `${url} does not know this yet: apply the migrations, with npx supabase db push --remote.`,
    );
  }
  if (status === 401 || code === '42501') {
    return new Error(
      isDemo
        ? `The demo at ${url} has another key: is it the one of this folder? STAMPCARD_DATA names another.`
        : `${url} does not accept this key: it is of another project, or not valid any more.`,
    );
  }
  const { details } = Object(json);
  const reason = typeof details === 'string' ? details : code;
  return new Refusal(reason, message || `${url} refused (${status}).`);
}

// Whether a host only looks like one of Supabase's, which a secret key would be meant for.

const PROJECT = /^[a-z0-9-]+\.supabase\.co$/;
const DOMAIN = 'supabase.co';
/** Up to this many wrong, missing or extra letters are taken for a mistake, or for somebody's trap. */
const CLOSE = 2;

/** How many changed letters turn one text into the other. A non-ASCII letter may look like any. */
function editsBetween(text: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const letter of text) {
    const [first = 0] = row;
    const next = [first + 1];
    for (const [index, wanted] of [...other].entries()) {
      const isSame = letter === wanted || letter > '\u007f';
      const changed = (row[index] ?? 0) + (isSame ? 0 : 1);
      next.push(Math.min(changed, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** `abc.supabase.co.evil.example`, `abcsupabase.co`, `abc.supabаse.co`: not `abc.supabase.co`. */
function isLookAlike(hostname: string): boolean {
  if (PROJECT.test(hostname)) return false;
  const seen = domainToUnicode(hostname).replace(/\.$/, '');
  const end = seen.split('.').slice(-2).join('.');
  return /supabase\.com?(?![a-z0-9-])/.test(seen) || editsBetween(end, DOMAIN) <= CLOSE;
}

/** What `npm run test:contract` was given, and what is wrong with it: sentences, before anything is written. */
import { SCHEMA_VERSION } from '../../src/lib/data/schema-version.ts';
import { isSecretKey } from '../../src/lib/read-config.ts';
import type { Elsewhere } from '../../tests/contract/elsewhere.ts';
import { NOBODYS } from '../../tests/contract/own.ts';

export const USAGE = `npm run test:contract                        on the embedded backend
npm run test:contract -- --stack             on the stack of Supabase's command, started for it
npm run test:contract -- --url <Project URL> --key <publishable key> --db <connection of the owner>
  [--mailbox <address of a Mailpit>] [--journeys, in a browser, too]
The secret key comes from SUPABASE_SECRET_KEY, the legacy secret of tokens from SUPABASE_JWT_SECRET.
It empties the project, which may hold nobody and nothing but the demo's seed. Names of files may follow.`;

/** Test files that can't run there, by name, and why. */
export const NO_GOOGLE = ['google', 'nobody stands in for Google there'] as const;
export const NO_REALTIME = ['realtime', 'no Realtime answers there'] as const;

type Options = Partial<Record<'url' | 'key' | 'db' | 'mailbox', string>>;

export function readGiven(options: Options, env: NodeJS.ProcessEnv): Elsewhere {
  const needed = (name: string, value: string | undefined): string => {
    if (!value?.trim()) throw new Error(`${name} is missing.\n\n${USAGE}`);
    return value.trim().replace(/\/$/, '');
  };
  const url = needed('--url', options.url);
  const publishableKey = needed('--key', options.key);
  if (isSecretKey(publishableKey)) {
    throw new Error('--key is a secret key. It takes the publishable one, which pages carry.');
  }
  const db = needed('--db', options.db);
  const secretKey = needed('SUPABASE_SECRET_KEY', env.SUPABASE_SECRET_KEY);
  const jwtSecret = needed('SUPABASE_JWT_SECRET', env.SUPABASE_JWT_SECRET);
  if (!isSecretKey(secretKey)) {
    throw new Error('SUPABASE_SECRET_KEY is no secret key (sb_secret_…).');
  }
  const mailbox = options.mailbox?.replace(/\/$/, '');
  return { url, publishableKey, secretKey, jwtSecret, db, mailbox };
}

/** The project's database before the tests. */
export interface Found {
  /** In the server's own form: 170004. */
  version: number;
  /** The last migration; null without ours. */
  schema: string | null;
  /** Whether an earlier run ended before it could clean up. */
  isMarked: boolean;
  /** Tables that our schema does not make, next to ours or pointing to them. */
  tables: readonly string[];
  /** Our tables that are not empty. */
  rows: readonly string[];
  people: readonly { email: string | null }[];
  stores: readonly string[];
  /** How many were not made by a test. */
  files: number;
}

/** What the demo's seed fills, the last by a trigger. */
const SEEDED = ['public.stores', 'public.rewards', 'public.events', 'private.store_words'];

/** Why the tests may not run there; null if they may. */
export function whyNot(found: Found, seed: string): string | null {
  const { version, schema, isMarked, tables, files } = found;
  const major = Math.floor(version / 10_000);
  if (major < 17) {
    return `Stampcard needs PostgreSQL 17. This project is on ${major}: Project Settings → Infrastructure.`;
  }
  if (schema !== SCHEMA_VERSION) {
    return `The project is at migration ${schema ?? 'none'} and not ${SCHEMA_VERSION}: npx supabase db push --remote.`;
  }
  // An interrupted run leaves its people behind, none with an address that somebody could really have.
  const isOurs = (email: string | null) => isMarked && new RegExp(NOBODYS, 'i').test(email ?? '');
  const people = found.people.filter(({ email }) => !isOurs(email));
  const stores = found.stores.filter((name) => !seed.includes(`'${quoted(name)}'`));
  const isSeeded = found.stores.length > 0;
  const rows = found.rows.filter((name) => !isMarked && !(isSeeded && SEEDED.includes(name)));
  const reasons = [
    people.length > 0 ? `accounts that no test made (${people.length})` : '',
    stores.length > 0 ? `stores of its own (${stores.join(', ')})` : '',
    rows.length > 0 ? `rows of its own (${rows.join(', ')})` : '',
    tables.length > 0 ? `tables of its own (${tables.join(', ')})` : '',
    files > 0 ? `files of its own (${files})` : '',
  ].filter(Boolean);
  if (reasons.length === 0) return null;
  return `The project has ${reasons.join(' and ')}, and the tests empty it. Nothing was changed: give them a project of their own.`;
}

const quoted = (name: string): string => name.replaceAll("'", "''");

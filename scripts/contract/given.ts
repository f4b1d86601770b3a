/** What `npm run test:contract` was told, and why it may not be so: sentences, before anything is written. */
import { SCHEMA_VERSION } from '../../src/lib/data/schema-version.ts';
import { isSecretKey } from '../../src/lib/read-config.ts';
import type { Elsewhere } from '../../tests/elsewhere/given.ts';
import { ana } from '../../tests/people.ts';

export const USAGE = `npm run test:contract                        on the embedded backend
npm run test:contract -- --stack             on the stack of Supabase's command, started for it
npm run test:contract -- --url <Project URL> --key <publishable key> --db <connection of the owner>
  [--mailbox <address of a Mailpit>]
The secret key comes from SUPABASE_SECRET_KEY, the legacy secret of tokens from SUPABASE_JWT_SECRET.
It empties the project, which may hold nobody but people of earlier runs. Names of files may follow.`;

type Options = Partial<Record<'url' | 'key' | 'db' | 'mailbox', string>>;

export function readGiven(options: Options, env: NodeJS.ProcessEnv): Elsewhere {
  const needed = (name: string, value: string | undefined): string => {
    if (!value?.trim()) throw new Error(`${name} is missing.\n\n${USAGE}`);
    return value.trim().replace(/\/$/, '');
  };
  const url = needed('--url', options.url);
  const publishableKey = needed('--key', options.key);
  const db = needed('--db', options.db);
  const secretKey = needed('SUPABASE_SECRET_KEY', env.SUPABASE_SECRET_KEY);
  const jwtSecret = needed('SUPABASE_JWT_SECRET', env.SUPABASE_JWT_SECRET);
  if (isSecretKey(publishableKey)) {
    throw new Error('--key is a secret key. It takes the publishable one, which pages carry.');
  }
  if (!isSecretKey(secretKey)) {
    throw new Error('SUPABASE_SECRET_KEY is no secret key (sb_secret_…).');
  }
  const ref = /^https:\/\/(\w+)\.supabase\.co$/.exec(url)?.[1];
  if (ref && !db.includes(ref)) throw new Error(otherProject(url));
  return { url, publishableKey, secretKey, jwtSecret, db, mailbox: options.mailbox };
}

export const otherProject = (url: string): string =>
  `The database of --db is of another project than ${url}. Nothing was changed.`;

/** A project as its database has it before the tests. */
export interface Found {
  /** As the server counts: 170004. */
  version: number;
  /** The last migration; null without ours. */
  schema: string | null;
  people: readonly { id: string; email: string | null }[];
  /** Names. */
  stores: readonly string[];
}

/** Names for tests and documents, which nobody has. */
const NOBODYS = /[@.]example\.\w+$|\.(example|test)$/;

/** Why the tests may not run there; null where they may. */
export function whyNot({ version, schema, people, stores }: Found, seed: string): string | null {
  const major = Math.floor(version / 10_000);
  if (major < 17) {
    return `Stampcard needs PostgreSQL 17. This project is on ${major}: Project Settings → Infrastructure.`;
  }
  if (schema !== SCHEMA_VERSION) {
    return `The project is at migration ${schema ?? 'none'} and not ${SCHEMA_VERSION}: npx supabase db push.`;
  }
  // Every run makes her, and nobody else does: who is there beside her was made by a test.
  const isOurs = people.some(({ id, email }) => id === ana.id && email === ana.email);
  const strangers = people.filter(({ email }) => (email ? !NOBODYS.test(email) : !isOurs));
  const others = isOurs ? [] : stores.filter((name) => !seed.includes(`'${quoted(name)}'`));
  if (strangers.length === 0 && others.length === 0) return null;
  const found = [
    strangers.length > 0 ? `accounts that no test made (${strangers.length})` : '',
    others.length > 0 ? `stores of its own (${others.join(', ')})` : '',
  ];
  return `The project has ${found.filter(Boolean).join(' and ')}, and the tests empty it. Nothing was changed: give them a project of their own.`;
}

const quoted = (name: string): string => name.replaceAll("'", "''");

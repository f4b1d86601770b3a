/** What a backend should have, from the same places that the site gets it from. */
import { readFileSync } from 'node:fs';
import { events, redemptions, rewards, stamps, stores } from '../../src/lib/data/rows.ts';
import type { Platform } from '../../src/lib/platform/interface.ts';
import { platform, setPlatform } from '../../src/lib/platform/platform.ts';

const READERS = { stores, rewards, events, stamps, redemptions };

export type TableName = keyof typeof READERS | 'store_members';

const TYPES = readFileSync(
  new URL('../../src/lib/data/database.types.ts', import.meta.url),
  'utf8',
);

const isColumn = (name: string) => new RegExp(`^ {10}${name}: `, 'm').test(TYPES);

/** Each column read from a row, with its other spellings, which are tried next. */
function columnsReadBy(read: (rows: readonly unknown[]) => unknown): string[][] {
  const columns: string[][] = [];
  const note = (_: object, name: string | symbol) => {
    if (isColumn(String(name))) columns.push([String(name)]);
    else columns.at(-1)?.push(String(name));
  };
  read([new Proxy({}, { get: note })]);
  return columns;
}

function columnsRead(): Map<TableName, string[][]> {
  const before = platform();
  // The readers compare addresses with the page's own.
  setPlatform({ address: () => new URL('https://site.example/') } as unknown as Platform);
  try {
    return new Map([
      ...Object.entries(READERS).map(
        ([name, read]) => [name as TableName, columnsReadBy(read)] as const,
      ),
      // Only the till reads it.
      ['store_members', [['user_id'], ['store_id']]],
    ]);
  } finally {
    setPlatform(before);
  }
}

export const COLUMNS: ReadonlyMap<TableName, string[][]> = columnsRead();

export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** A value of the type that no row has. */
function nobodys(name: string, type: string): string {
  if (type === 'number') return '0';
  if (name === 'month_start') return '2026-01-01';
  // The local backend takes an empty one for JSON.
  if (type === 'string[]') return '{x}';
  return type === 'string' ? NOBODY : '{}';
}

/** Each function, with arguments that are nobody's: PostgREST finds it by their names. */
export const FUNCTIONS: ReadonlyMap<string, URLSearchParams> = new Map(
  // An optional one has a question mark before its colon.
  [...TYPES.matchAll(/^ {6}(\w+): \{\s+Args: (?:\{([^}]*))?/gm)].map(([, name = '', args = '']) => {
    const needed = [...args.matchAll(/(\w+): ([^;]+);?/g)];
    const values = needed.map(([, key = '', type = '']) => [key, nobodys(key, type.trim())]);
    return [name, new URLSearchParams(values)];
  }),
);

export const DB_PUSH = '`npx supabase db push --remote` applies the migrations that are missing.';

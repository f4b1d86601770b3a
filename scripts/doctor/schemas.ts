/** Where a part of the database is defined, for whoever has to make it again. */
import { readdir, readFile } from 'node:fs/promises';

const FOLDER = 'supabase/schemas';

/** Every table, column and function has its comment, in the file that defines it. */
const commentOn = {
  table: (name: string) => `comment on table public.${name} is`,
  column: (name: string) => `comment on column public.${name} is`,
  function: (name: string) => `comment on function public.${name}(`,
};

/** The file that defines it; the folder where none does. */
export async function whereDefined(kind: keyof typeof commentOn, name: string): Promise<string> {
  const folder = new URL(`../../${FOLDER}/`, import.meta.url);
  const sought = commentOn[kind](name);
  for (const file of (await readdir(folder)).sort()) {
    const sql = await readFile(new URL(file, folder), 'utf8');
    if (sql.includes(sought)) return `${FOLDER}/${file}`;
  }
  return FOLDER;
}

export const DB_PUSH = '`npx supabase db push --remote` applies the migrations that are missing';

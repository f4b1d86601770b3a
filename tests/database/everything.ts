import { backend } from './as.ts';

const SCHEMAS = `('public', 'private', 'auth', 'storage')`;

/** Every table of these schemas, with all its rows as text: by the catalog, so that none is forgotten. */
export async function everyRow(): Promise<Map<string, string[]>> {
  const { query } = await backend();
  const tables = await query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ${SCHEMAS} and c.relkind in ('r', 'p', 'm', 'f') order by 1`);
  const found = new Map<string, string[]>();
  for (const { name } of tables) {
    const rows = await query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
    found.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return found;
}

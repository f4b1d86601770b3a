/** What the tables weigh. */
import type { Query } from './connection.ts';

export interface TableSize {
  name: string;
  rows: number;
  total: number;
  indexes: number;
}

/** Largest first, those that a million stamps leave above a megabyte. */
export async function readSizes(query: Query, stamps: number): Promise<TableSize[]> {
  const rows = await query(`
    select n.nspname || '.' || c.relname as name, c.reltuples as rows,
        pg_total_relation_size(c.oid) as total, pg_indexes_size(c.oid) as indexes
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'private') and c.reltuples > ${stamps / 1000}
      order by pg_total_relation_size(c.oid) desc`);
  return rows.map(({ name, rows: count, total, indexes }) => ({
    name: String(name),
    rows: Number(count),
    total: Number(total),
    indexes: Number(indexes),
  }));
}

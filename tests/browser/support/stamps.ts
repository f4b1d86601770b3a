/** Stamps that a test puts into the database, at the times that it needs. */
import { expect } from 'playwright/test';
import { type Customer, service } from '../fixtures.ts';

/** Inserts one stamp a minute, each of another store; returns their ids, oldest first. */
export async function stampsFrom(
  customer: Customer,
  start: string,
  count: number,
): Promise<number[]> {
  const rows = Array.from({ length: count }, (_, index) => ({
    user_id: customer.id,
    store_id: 1 + (index % 14),
    store_name: `Store ${index + 1}`,
    stamp_count: 1,
    created_at: new Date(Date.parse(start) + index * 60_000).toISOString(),
  }));
  const { data, error } = await service().from('stamps').insert(rows).select('id').order('id');
  expect(error).toBe(null);
  return (data ?? []).map(({ id }) => id);
}

import { expect } from 'vitest';
import { answers, type Outcome } from './calls.ts';
import type { Query } from './server.ts';

/**
 * What must hold after any interleaving of calls: no stamp is lost, added or spent twice, and the
 * history is complete.
 */
export async function expectNothingLost(query: Query, context: string): Promise<void> {
  const problems = await query<{ problem: string }>(`
    -- Stamps that tills gave and did not take back are on the cards or were spent.
    with given as (
      select response ->> 'user_id' as customer, (response ->> 'store_id')::bigint as store_id,
          sum((response ->> 'stamp_count')::int * case when response ? 'undone_at' then -1 else 1 end) as total
        from private.till_idempotency_keys where response ? 'stamp_id' group by 1, 2
    ), kept as (
      select user_id::text as customer, store_id, sum(stamp_count) as total
        from stamps where user_id in (select id from auth.users where email like 'racer%')
        group by 1, 2
    )
    select format('%s at %s was given %s and has %s', customer, store_id, given.total, kept.total)
        as problem
      from given full join kept using (customer, store_id)
      where coalesce(given.total, 0) <> coalesce(kept.total, 0)
    union all
    select format('redemption %s took %s stamps and says %s', r.id, sum(s.stamp_count), r.stamps_spent)
      from redemptions r left join stamps s on s.redemption_id = r.id
      group by r.id having sum(s.stamp_count) is distinct from r.stamps_spent
    union all
    select format('redemption %s spent stamps of another customer or of another store', r.id)
      from redemptions r join stamps s on s.redemption_id = r.id
      where s.user_id <> r.user_id or s.store_id <> r.store_id
    union all
    select format('redemption %s is in no record of a call', r.id)
      from redemptions r join auth.users u on u.id = r.user_id and u.email like 'racer%'
      where not exists (
        select from private.till_idempotency_keys c where (c.response ->> 'redemption_id')::bigint = r.id)
    union all
    select format('the record %s has no redemption', c.request_id)
      from private.till_idempotency_keys c
      where c.response ? 'redemption_id'
        and not exists (select from redemptions r where r.id = (c.response ->> 'redemption_id')::bigint)
    union all
    select format('invoice %s counted %s times', lower(invoice_or_number), count(*))
      from stamps where invoice_or_number is not null and split_from is null
      group by store_id, lower(invoice_or_number) having count(*) > 1
    union all
    select format('the call %s is in the log %s times', c.request_id, count(l.id))
      from private.till_idempotency_keys c
        left join private.till_log l on l.request_id = c.request_id and l.outcome = 'done'
      group by c.request_id having count(l.id) <> 1`);
  expect(
    problems.map(({ problem }) => problem),
    context,
  ).toEqual([]);
}

/** Every answer that a till received is recorded unchanged. */
export async function expectAnswersKept(query: Query, outcomes: readonly Outcome[]): Promise<void> {
  const received = answers(outcomes);
  const rows = await query<{ response: Record<string, unknown> }>(
    'select response from private.till_idempotency_keys',
  );
  const kept = new Set(
    rows.map(({ response }) => JSON.stringify(response, Object.keys(response).sort())),
  );
  for (const answer of received) {
    expect(kept).toContain(JSON.stringify(answer, Object.keys(answer).sort()));
  }
}

import { expect } from 'vitest';
import { type Backend, createBackend } from '../local-backend/create.ts';
import type { BackendOptions } from '../local-backend/options.ts';
import { ana, ben, cy, mario, tess } from './people.ts';

/** The last migration of the release before this one. */
export const PREVIOUS = '20251016001000';

/** What people did, and what stores did foully, while the previous release ran. */
const LIVED_WITH = `
insert into public.stamps (user_id, store_id, store_name, stamp_count, invoice_or_number)
  values
    ('${cy.id}', 1, 'Kape Tayo', 1, 'KT-2041'),
    ('${cy.id}', 1, 'Kape Tayo', 2, E'KT-2041\\t'),
    ('${cy.id}', 1, 'Kape Tayo', 3, U&'KT\\20102041'),
    ('${cy.id}', 1, 'Kape Tayo', 4, U&'\\FF2B\\FF34-2041'),
    ('${ana.id}', 2, 'Mga Halo', 5, 'KT-2041'),
    ('${cy.id}', 1, 'Kape Tayo', 6, U&'\\200B'),
    ('${cy.id}', 1, 'Kape Tayo', 7, U&'\\200B\\200B'),
    ('${cy.id}', 1, 'Kape Tayo', 8, null),
    ('${cy.id}', 1, 'Kape Tayo', 9, null);
insert into public.stamps (user_id, store_id, store_name, stamp_count)
  select '${cy.id}', 2, 'Mga Halo', 1 from generate_series(1, 1500);
insert into public.rewards (store_id, title, photo, date_start)
  select 2, 'Halo ' || number, 'http://example.com/' || number, '2000-01-01'
    from generate_series(1, 700) as number;
insert into public.events (name, photo) values ('Fair', 'javascript:alert(1)');
insert into storage.objects (bucket_id, name, owner_id)
  values ('rewards', 'uploads/cup.png', '${tess.id}');
insert into private.counter_calls (request_id, member_id, customer_id, store_id, arguments, answer)
  values
    ('5f6bca52-6f5c-4d55-9bb5-2f4a0d2cb0f1', '${tess.id}', '${cy.id}', 1,
      '{"call": "give_stamp", "uid": "${cy.id}", "invoice": "KT-2041", "stamp_count": 1}',
      '{"stamp_id": 1, "stamp_count": 1, "invoice_or_number": "KT-2041"}'),
    ('5f6bca52-6f5c-4d55-9bb5-2f4a0d2cb0f2', null, '${ben.id}', 1,
      '{"call": "redeem_reward", "user_id": "${ben.id}", "reward_id": 1, "stamp_ids": [8]}',
      '{"redemption_id": 1, "stamps_spent": 10}');
`;

const SUMS = `
  select
    (select jsonb_object_agg(card, held) from (
      select user_id || ' at ' || store_id as card, sum(stamp_count) as held from public.stamps
        where redemption_id is null group by 1) as cards) as held,
    (select sum(stamp_count) from public.stamps)::int as given,
    (select count(*) from public.stamps)::int as records,
    (select sum(stamps_spent) from public.redemptions)::int as spent,
    (select count(*) from public.rewards)::int as rewards,
    (select count(*) from public.events)::int as events,
    (select jsonb_agg(c order by request_id) from private.counter_calls c) as answers`;

/** Lives with the previous release, then moves on to this one, and sees that nothing is lost. */
export async function expectNothingLostByMigrating(options: BackendOptions): Promise<Backend> {
  const previous = await createBackend({ ...options, lastMigration: PREVIOUS });
  for (const statement of LIVED_WITH.split(/;\n/).filter((text) => text.trim() !== '')) {
    await previous.query(statement);
  }
  const [before] = await previous.query(SUMS);
  await previous.close();

  const backend = await createBackend(options);
  const [after] = await backend.query(SUMS);
  expect(after).toEqual(before);
  return backend;
}

/** What the migrations make of that data. */
export async function expectMigrated({ query }: Backend): Promise<void> {
  const invoices = await query(
    `select stamp_count, repeats_invoice from public.stamps
      where store_id = 1 and user_id = $1 order by stamp_count`,
    [cy.id],
  );
  expect(invoices).toEqual(
    [false, true, true, true, true, true, false, false].map((repeats_invoice, index) => ({
      stamp_count: [1, 2, 3, 4, 6, 7, 8, 9][index],
      repeats_invoice,
    })),
  );
  expect(
    await query(
      'select call, outcome, member_id, customer_id, stamp_count from private.till_log order by stamp_count',
    ),
  ).toEqual([
    { call: 'give_stamp', outcome: 'done', member_id: tess.id, customer_id: cy.id, stamp_count: 1 },
    {
      call: 'redeem_reward',
      outcome: 'done',
      member_id: null,
      customer_id: ben.id,
      stamp_count: 10,
    },
  ]);
  expect(
    await query('select name, store_ids, uploaded_by from private.reward_photos'),
  ).toMatchObject([{ name: 'uploads/cup.png', uploaded_by: tess.id }]);
  // A renamed store is renamed on rewards that could not be entered today.
  await query(`update public.stores set name = 'Mga Halo-Halo' where id = 2`);
  expect(
    await query(
      `select store_name, count(*)::int as rewards from public.rewards where store_id = 2
        group by store_name`,
    ),
  ).toEqual([{ store_name: 'Mga Halo-Halo', rewards: 703 }]);
  // The store that entered too many can only make them fewer.
  await expect(
    query(`insert into public.rewards (store_id, title) values (2, 'One more')`),
  ).rejects.toThrow('A store offers 50 rewards at most.');
  await query(`delete from public.rewards where title like 'Halo %'`);
  await query(`insert into public.rewards (store_id, title) values (2, 'One more')`);
  await query('delete from auth.users where id = $1', [mario.id]);
}

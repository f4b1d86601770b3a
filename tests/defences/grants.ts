/** What is granted, and what a host hands out by itself and the migrations take back. */
import { type Change, changeIn, type Defence } from './defence.ts';

const ground = changeIn('supabase/migrations/20251016000100_ground.sql');
const stores = changeIn('supabase/migrations/20251016000200_stores.sql');
const rewards = changeIn('supabase/migrations/20251016000300_rewards.sql');
const events = changeIn('supabase/migrations/20251016000400_events.sql');
const stamps = changeIn('supabase/migrations/20251016000500_stamps.sql');

const RIGHTS = 'tests/database/rights.test.ts';
const EVERYWHERE = 'tests/database/everywhere.test.ts';
const GENEROUS = 'tests/postgres/generous-host.test.ts';
const STAMPS = 'tests/database/stamps.test.ts';
const REWARDS = 'tests/database/rewards.test.ts';

/** Each of the two stands in for the other: what is handed out, and what is taken back by name. */
const tablesToCome = ground(
  'alter default privileges in schema public revoke all on tables from anon, authenticated;',
  '',
);

const takenBack = (name: string, revoke: Change): Defence => ({
  name: `what a host hands out is taken back: ${name}`,
  test: GENEROUS,
  off: [tablesToCome, revoke],
});

const toCome = (kind: string): Defence => ({
  name: `what a host would hand out later is not: ${kind}`,
  test: GENEROUS,
  off: [
    ground(
      `alter default privileges in schema public revoke all on ${kind} from anon, authenticated;`,
      '',
    ),
  ],
});

export const grants: Defence[] = [
  takenBack(
    'stores and members',
    stores('revoke all on table public.stores, public.store_members from anon, authenticated;', ''),
  ),
  takenBack('rewards', rewards('revoke all on table public.rewards from anon, authenticated;', '')),
  takenBack('events', events('revoke all on table public.events from anon, authenticated;', '')),
  takenBack(
    'stamps and redemptions',
    stamps('revoke all on table public.stamps, public.redemptions from anon, authenticated;', ''),
  ),
  toCome('tables'),
  toCome('sequences'),
  toCome('functions'),
  {
    name: 'the schema of the helpers is not for visitors',
    test: EVERYWHERE,
    off: [
      ground(
        'grant usage on schema private to authenticated,',
        'grant usage on schema private to anon, authenticated,',
      ),
    ],
  },
  {
    name: 'nobody writes stores',
    test: RIGHTS,
    off: [
      stores(
        'grant select on table public.stores to anon, authenticated;',
        'grant all on table public.stores to anon, authenticated; create policy "x" on public.stores for insert to authenticated with check (true);',
      ),
    ],
  },
  {
    name: 'nobody makes themselves a member',
    test: RIGHTS,
    off: [
      stores(
        'grant select on table public.store_members to authenticated;',
        'grant select, insert on table public.store_members to authenticated; create policy "x" on public.store_members for insert to authenticated with check (true);',
      ),
    ],
  },
  {
    name: 'visitors do not ask for members',
    test: RIGHTS,
    off: [
      stores(
        'grant select on table public.store_members to authenticated;',
        'grant select on table public.store_members to anon, authenticated;',
      ),
    ],
  },
  {
    name: 'only these columns of a reward are written when it is entered',
    test: REWARDS,
    off: [
      rewards(
        'grant insert (store_id, title, photo, stamps_needed, date_start, date_end),',
        'grant insert,',
      ),
    ],
  },
  {
    name: 'only these columns of a reward are changed',
    test: REWARDS,
    off: [
      rewards('update (store_id, title, photo, stamps_needed, date_start, date_end)\n', 'update\n'),
    ],
  },
  {
    name: 'nobody writes events',
    test: RIGHTS,
    off: [
      events(
        'grant select on table public.events to anon, authenticated;',
        'grant select, delete on table public.events to anon, authenticated;',
      ),
    ],
  },
  {
    name: 'nobody but the two functions writes stamps',
    test: RIGHTS,
    off: [
      stamps(
        'grant select on table public.stamps, public.redemptions to authenticated;',
        'grant select, insert on table public.stamps, public.redemptions to authenticated; create policy "x" on public.stamps for insert to authenticated with check (true);',
      ),
    ],
  },
  {
    name: 'nobody unspends or multiplies stamps',
    test: RIGHTS,
    off: [
      stamps(
        'grant select on table public.stamps, public.redemptions to authenticated;',
        'grant select, update on table public.stamps, public.redemptions to authenticated;',
      ),
    ],
  },
  {
    name: 'visitors do not ask for stamps and redemptions',
    test: STAMPS,
    off: [
      stamps(
        'grant select on table public.stamps, public.redemptions to authenticated;',
        'grant select on table public.stamps, public.redemptions to anon, authenticated;',
      ),
    ],
  },
  {
    name: 'ids of stamps are never chosen',
    test: EVERYWHERE,
    off: [
      stamps(
        'create table public.stamps (\n  id bigint generated always',
        'create table public.stamps (\n  id bigint generated by default',
      ),
    ],
  },
];

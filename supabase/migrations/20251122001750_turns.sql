-- Whoever acts for a customer takes the customer's turn first and rows afterwards: a till, a second phone,
-- the deletion of an account, the move of a guest's card. No till meets half of one, and no two wait for
-- each other.

create function private.take_turn(customer uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('customer ' || customer, 0));
  -- Held as well against a deletion that knows no turns, the operator's own.
  perform from auth.users u where u.id = customer for key share;
  return found;
end
$$;
comment on function private.take_turn(uuid) is
  'Of those that act for one customer at once, one goes on and the others wait until it is done. Says whether the account is there, which it then is until the transaction ends.';
revoke execute on function private.take_turn(uuid) from public, anon, authenticated;

create or replace function private.serve_alone(customer uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.take_turn(serve_alone.customer) then
    perform private.refuse('404', 'unknown_customer',
      'We do not know this customer any more. Ask them to sign in again.');
  end if;
end
$$;
comment on function private.serve_alone(uuid) is
  'Of tills that serve one customer at once, wherever they are, one goes on and the others wait until it is done. Refuses a customer who has no account any more.';

-- The turn comes before the stamps: the deletion of the account takes the one, then the others.
create or replace function private.lock_stamps(ids bigint[], customer uuid, store_id bigint) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  spent boolean[];
  total integer;
begin
  perform private.serve_alone(lock_stamps.customer);
  -- Always in the same order, so that two scans of overlapping stamps wait instead of deadlocking.
  select array_agg(named.redemption_id is not null), sum(named.stamp_count) into spent, total
    from (
      select s.redemption_id, s.stamp_count from public.stamps s
        where s.id = any (ids) and s.user_id = customer and s.store_id = lock_stamps.store_id
        order by s.id for update
    ) as named;
  if coalesce(cardinality(spent), 0) < cardinality(ids) then
    perform private.refuse('403', 'not_their_stamps',
      'These stamps are not this customer''s stamps at your store. Ask them to open a fresh code.');
  end if;
  if true = any (spent) then
    perform private.refuse('409', 'stamps_used',
      'These stamps have already been used. Ask the customer to open a fresh code.');
  end if;
  return total;
end
$$;

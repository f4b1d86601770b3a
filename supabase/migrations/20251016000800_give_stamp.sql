-- The store's side, first half: scan the customer's code, give stamps.

create function private.store_goal(store_id bigint) returns integer
language sql stable set search_path = ''
as $$
  select coalesce(min(coalesce(r.stamps_needed, 10)), 10)
    from public.rewards r
    where r.store_id = store_goal.store_id
      and (r.date_start is null or private.app_day(r.date_start) <= private.app_day(now()))
      and (r.date_end is null or private.app_day(r.date_end) >= private.app_day(now()))
$$;
comment on function private.store_goal(bigint) is
  'The goal of a store''s card today: what its nearest active reward needs, else 10.';
revoke execute on function private.store_goal(bigint) from public, anon, authenticated;

create function private.give_stamp(
  payload jsonb,
  store_id bigint,
  stamp_count integer,
  invoice text,
  request_id uuid
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  customer uuid;
  store public.stores;
  number text := nullif(btrim(give_stamp.invoice), '');
  arguments jsonb := jsonb_build_object('call', 'give_stamp', 'uid', payload -> 'uid',
    'stamp_count', give_stamp.stamp_count, 'invoice', nullif(btrim(give_stamp.invoice), ''));
  given public.stamps;
  answer jsonb;
begin
  perform private.require_membership(give_stamp.store_id);
  answer := private.earlier_answer(give_stamp.request_id, give_stamp.store_id, arguments);
  if answer is not null then
    return answer;
  end if;
  store := private.open_store(give_stamp.store_id);

  if give_stamp.stamp_count is null or give_stamp.stamp_count not between 1 and 100 then
    perform private.refuse('422', 'bad_stamp_count', 'Please give between 1 and 100 stamps.');
  end if;
  if length(number) > 64 then
    perform private.refuse('422', 'invoice_too_long',
      'That invoice number is too long. Please use 64 characters or fewer.');
  end if;

  customer := private.read_uuid(payload ->> 'uid');
  if jsonb_typeof(payload) is distinct from 'object' or customer is null
     or jsonb_typeof(payload -> 'hash') is distinct from 'string' then
    perform private.refuse('422', 'unreadable_code',
      'This is not a Stampcard customer code. Ask the customer to open theirs with the middle button.');
  end if;
  if not private.is_daily_hash(customer, payload ->> 'hash', now()) then
    perform private.refuse('410', 'stale_code',
      'This code is from another day. Ask the customer to close it and open it again.');
  end if;
  if not exists (select from auth.users u where u.id = customer) then
    perform private.refuse('404', 'unknown_customer',
      'We do not know this customer any more. Ask them to sign in again.');
  end if;

  begin
    insert into public.stamps
      (user_id, store_id, store_name, store_logo_url, stamp_count, invoice_or_number, metadata)
    values (
      customer, store.id, store.name, store.logo_url, give_stamp.stamp_count, number,
      jsonb_build_object('stamps_needed', private.store_goal(store.id))
    )
    returning * into given;
  exception when unique_violation then
    perform private.refuse('409', 'duplicate_invoice',
      'Stamps were already given for invoice ' || number || '.');
  end;

  answer := jsonb_build_object(
    'stamp_id', given.id,
    'user_id', given.user_id,
    'store_id', given.store_id,
    'store_name', given.store_name,
    'stamp_count', given.stamp_count,
    'invoice_or_number', given.invoice_or_number,
    'created_at', given.created_at,
    'stamps_held', (
      select sum(s.stamp_count) from public.stamps s
        where s.user_id = customer and s.store_id = store.id and s.redemption_id is null
    )
  );
  insert into private.counter_calls
      (request_id, member_id, customer_id, store_id, arguments, answer)
    values (give_stamp.request_id, auth.uid(), customer, store.id, arguments, answer);
  return answer;
end
$$;
comment on function private.give_stamp(jsonb, bigint, integer, text, uuid) is
  'The work of public.give_stamp, with the rights it needs.';
revoke execute on function private.give_stamp(jsonb, bigint, integer, text, uuid) from public, anon;
grant execute on function private.give_stamp(jsonb, bigint, integer, text, uuid) to authenticated;

-- What the interface exposes has no rights of its own.
create function public.give_stamp(
  payload jsonb,
  store_id bigint,
  stamp_count integer,
  invoice text,
  request_id uuid
) returns jsonb
language sql security invoker set search_path = ''
as $$
  select private.give_stamp(payload, store_id, stamp_count, invoice, request_id)
$$;
comment on function public.give_stamp(jsonb, bigint, integer, text, uuid) is
  'Called by a member of the store with a customer''s code (display_name, uid, hash): gives stamps for a purchase. The same request id again returns the first answer.';
revoke execute on function public.give_stamp(jsonb, bigint, integer, text, uuid) from public, anon;
grant execute on function public.give_stamp(jsonb, bigint, integer, text, uuid) to authenticated;

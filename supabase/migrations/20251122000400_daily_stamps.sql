-- How many stamps a store gives one customer on one day, and giving them with that limit and the log.

alter table public.stores
  add column daily_stamps integer not null default 100 check (daily_stamps between 1 and 10000);
comment on column public.stores.daily_stamps is
  'The most stamps one customer gets there on one day (UTC+8). Set by the operator.';

create function private.require_room_today(customer uuid, store public.stores, stamp_count integer)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  given_today integer;
  room integer;
begin
  -- Two tills that serve one customer at once are counted one after the other.
  perform pg_advisory_xact_lock(hashtextextended(customer::text || ' at ' || store.id, 0));
  -- What was split or spent since is still there, under the time at which it was given.
  select coalesce(sum(s.stamp_count), 0) into given_today
    from public.stamps s
    where s.user_id = customer and s.store_id = store.id
      and s.created_at >= private.app_day(now())::timestamp at time zone interval '8 hours';
  room := greatest(store.daily_stamps - given_today, 0);
  if require_room_today.stamp_count > room then
    perform private.refuse('409', 'daily_limit',
      'A customer gets ' || store.daily_stamps || ' stamps a day at your store at most. '
        || case when room = 0 then 'This one has them all; please go on tomorrow.'
             else 'For this one ' || room || ' are left today.' end);
  end if;
end
$$;
comment on function private.require_room_today(uuid, public.stores, integer) is
  'Refuses more stamps than the store gives one customer on one day.';
revoke execute on function private.require_room_today(uuid, public.stores, integer)
  from public, anon, authenticated;

create or replace function private.give_stamp(
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
  -- A number that cannot be seen is none.
  if private.invoice_key(number) = '' then
    number := null;
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
  perform private.require_room_today(customer, store, give_stamp.stamp_count);

  begin
    -- The card on which it counted may have been deleted with its account.
    if exists (
      select from private.till_log l
        where l.store_id = store.id and l.outcome = 'done'
          and private.invoice_key(l.invoice) = private.invoice_key(number)
    ) then
      raise unique_violation;
    end if;
    insert into public.stamps
      (user_id, store_id, store_name, store_logo_url, stamp_count, invoice_or_number, metadata)
    values (
      customer, store.id, store.name, store.logo_url, give_stamp.stamp_count, number,
      jsonb_build_object('stamps_needed', private.store_goal(store.id))
    )
    returning * into given;
  exception when unique_violation then
    perform private.refuse('409', 'duplicate_invoice',
      'Stamps were already given for invoice '
        || regexp_replace(number, '[[:space:][:cntrl:]]+', ' ', 'g') || '.');
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
  insert into private.till_log (store_id, member_id, call, outcome, request_id, customer_id,
      stamp_count, invoice, stamp_id)
    values (store.id, auth.uid(), 'give_stamp', 'done', give_stamp.request_id, customer,
      given.stamp_count, number, given.id);
  return answer;
end
$$;

create function private.give_stamp_logged(
  payload jsonb,
  store_id bigint,
  stamp_count integer,
  invoice text,
  request_id uuid
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  entry private.till_log;
  state text;
  sentence text;
begin
  return private.give_stamp(payload, store_id, stamp_count, invoice, request_id);
exception when others then
  get stacked diagnostics
    state = returned_sqlstate, sentence = message_text, entry.outcome = pg_exception_detail;
  if state not like 'PT%' then
    raise;
  end if;
  entry.call := 'give_stamp';
  entry.store_id := give_stamp_logged.store_id;
  entry.request_id := give_stamp_logged.request_id;
  entry.customer_id := private.read_uuid(payload ->> 'uid');
  entry.stamp_count := give_stamp_logged.stamp_count;
  entry.invoice := nullif(btrim(give_stamp_logged.invoice), '');
  return private.refuse_and_log(entry, state, sentence);
end
$$;
comment on function private.give_stamp_logged(jsonb, bigint, integer, text, uuid) is
  'private.give_stamp, its refusals kept in the store''s log.';
revoke execute on function private.give_stamp_logged(jsonb, bigint, integer, text, uuid)
  from public, anon;
grant execute on function private.give_stamp_logged(jsonb, bigint, integer, text, uuid)
  to authenticated;

create or replace function public.give_stamp(
  payload jsonb,
  store_id bigint,
  stamp_count integer,
  invoice text,
  request_id uuid
) returns jsonb
language sql security invoker set search_path = ''
as $$
  select private.give_stamp_logged(payload, store_id, stamp_count, invoice, request_id)
$$;
revoke execute on function private.give_stamp(jsonb, bigint, integer, text, uuid) from authenticated;

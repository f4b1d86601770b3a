-- An invoice counts once, also where the card on which it counted is deleted at the moment at which
-- another till gives stamps for it. Whether the customer exists, private.serve_alone says.

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
  perform private.serve_alone(customer);
  perform private.require_room_today(customer, store, give_stamp.stamp_count);

  begin
    insert into public.stamps
      (user_id, store_id, store_name, store_logo_url, stamp_count, invoice_or_number, metadata,
       created_at)
    values (
      customer, store.id, store.name, store.logo_url, give_stamp.stamp_count, number,
      jsonb_build_object('stamps_needed', private.store_goal(store.id)),
      clock_timestamp()
    )
    returning * into given;
    -- Asked after the row is in, which waits for a till that is giving stamps for this number: the card
    -- on which it counted may have been deleted with its account, even while this till waited.
    if exists (
      select from private.till_log l
        where l.store_id = store.id and l.outcome = 'done'
          and private.invoice_key(l.invoice) = private.invoice_key(number)
    ) then
      raise unique_violation;
    end if;
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
  insert into private.till_log (store_id, member_id, call, outcome, request_id, customer_id,
      stamp_count, invoice, stamp_id)
    values (store.id, auth.uid(), 'give_stamp', 'done', give_stamp.request_id, customer,
      given.stamp_count, number, given.id);
  perform private.keep_answer(give_stamp.request_id, store.id, arguments, customer, answer);
  return answer;
end
$$;

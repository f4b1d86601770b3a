-- What both functions of the store's side need: refusals with a sentence, the reading of codes, the
-- app's day, and recorded answers.

create function private.refuse(status text, reason text, sentence text) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  -- PTxyz is answered with the HTTP status xyz; message and detail arrive as they are.
  raise exception using errcode = 'PT' || status, message = sentence, detail = reason;
end
$$;
comment on function private.refuse(text, text, text) is
  'Ends a call of the store''s side: an HTTP status, a word for programs, a sentence for people.';
revoke execute on function private.refuse(text, text, text) from public, anon, authenticated;

create function private.app_day(instant timestamptz) returns date
language sql immutable set search_path = ''
as $$
  select (instant at time zone interval '8 hours')::date
$$;
comment on function private.app_day(timestamptz) is 'The app''s day is UTC+8, whatever the zone.';
revoke execute on function private.app_day(timestamptz) from public, anon, authenticated;

create function private.fnv1a32(content text) returns text
language plpgsql immutable strict set search_path = ''
as $$
declare
  bytes bytea := convert_to(content, 'UTF8');
  hash bigint := 2166136261;
begin
  for i in 0 .. length(bytes) - 1 loop
    hash := ((hash # get_byte(bytes, i)) * 16777619) & 4294967295;
  end loop;
  return lpad(to_hex(hash), 8, '0');
end
$$;
comment on function private.fnv1a32(text) is 'FNV-1a, 32 bit, as 8 lower-case hex digits.';
revoke execute on function private.fnv1a32(text) from public, anon, authenticated;

create function private.is_daily_hash(user_id uuid, hash text, instant timestamptz) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(
    hash = private.fnv1a32(user_id::text || private.app_day(instant)::text)
    -- A code that was opened just before midnight still counts.
    or hash = private.fnv1a32(user_id::text || private.app_day(instant - interval '1 hour')::text),
    false
  )
$$;
comment on function private.is_daily_hash(uuid, text, timestamptz) is
  'Whether a customer''s code is of today or, in the first hour after midnight, of yesterday.';
revoke execute on function private.is_daily_hash(uuid, text, timestamptz)
  from public, anon, authenticated;

create function private.read_uuid(content text) returns uuid
language sql immutable set search_path = ''
as $$
  select case
    when content ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
      then content::uuid
  end
$$;
comment on function private.read_uuid(text) is 'The id of a person, or null where it is none.';
revoke execute on function private.read_uuid(text) from public, anon, authenticated;

create function private.read_id(content text) returns bigint
language sql immutable set search_path = ''
as $$
  select case when content ~ '^[0-9]{1,18}$' then content::bigint end
$$;
comment on function private.read_id(text) is 'The id of a row, or null where it is none.';
revoke execute on function private.read_id(text) from public, anon, authenticated;

create function private.read_ids(list jsonb, at_most integer) returns bigint[]
language plpgsql immutable set search_path = ''
as $$
declare
  ids bigint[];
begin
  if jsonb_typeof(list) is distinct from 'array' then
    return null;
  end if;
  if jsonb_array_length(list) not between 1 and at_most then
    return null;
  end if;
  select array_agg(distinct private.read_id(item #>> '{}')) into ids
    from jsonb_array_elements(list) as item;
  if array_position(ids, null) is not null then
    return null;
  end if;
  return ids;
end
$$;
comment on function private.read_ids(jsonb, integer) is
  'The ids of rows, numbers or text, each once; null where any of them is none.';
revoke execute on function private.read_ids(jsonb, integer) from public, anon, authenticated;

create table private.counter_calls (
  request_id uuid primary key,
  member_id uuid references auth.users (id) on delete set null,
  customer_id uuid not null references auth.users (id) on delete cascade,
  store_id bigint not null references public.stores (id),
  arguments jsonb not null,
  answer jsonb not null,
  created_at timestamptz not null default now()
);

comment on table private.counter_calls is
  'Every stamp given and every reward redeemed: who did it, and the answer, so that a call repeated after a lost answer gets the same one.';
comment on column private.counter_calls.request_id is 'Made by the counter, one for each intent.';
comment on column private.counter_calls.member_id is 'The member of the store who did it.';
comment on column private.counter_calls.customer_id is
  'The customer it was done for. The note goes with the account.';
comment on column private.counter_calls.store_id is 'The store it was done for.';
comment on column private.counter_calls.arguments is 'What was asked; a repeated call asks the same.';
comment on column private.counter_calls.answer is 'What was answered.';
comment on column private.counter_calls.created_at is 'When.';

create index counter_calls_of_member on private.counter_calls (member_id);
create index counter_calls_of_customer on private.counter_calls (customer_id);
create index counter_calls_of_store on private.counter_calls (store_id);

alter table private.counter_calls enable row level security;
revoke all on table private.counter_calls from anon, authenticated;
grant all on table private.counter_calls to service_role;

create policy "Nobody reads what the counters did"
  on private.counter_calls for select to anon, authenticated using (false);

create function private.earlier_answer(request_id uuid, store_id bigint, arguments jsonb)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  earlier private.counter_calls;
begin
  if earlier_answer.request_id is null then
    perform private.refuse('422', 'request_id_missing',
      'The counter sent no request number. Please reload this page and scan again.');
  end if;
  -- The second of two identical calls waits here until the answer of the first is recorded.
  perform pg_advisory_xact_lock(hashtextextended(earlier_answer.request_id::text, 0));
  select * into earlier from private.counter_calls c
    where c.request_id = earlier_answer.request_id;
  if not found then
    return null;
  end if;
  if earlier.store_id <> earlier_answer.store_id
     or earlier.arguments <> earlier_answer.arguments then
    perform private.refuse('409', 'request_id_reused',
      'This request number was already used for something else. Please scan again.');
  end if;
  return earlier.answer;
end
$$;
comment on function private.earlier_answer(uuid, bigint, jsonb) is
  'The answer this call already got, or null for a new one. Holds the request id until the transaction ends.';
revoke execute on function private.earlier_answer(uuid, bigint, jsonb)
  from public, anon, authenticated;

create function private.require_membership(store_id bigint) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (select private.my_store_ids()) then
    perform private.refuse('403', 'not_a_member',
      'Only people who work at a store can do this. Please sign in with your store''s account.');
  end if;
  if require_membership.store_id is null
     or not exists (
       select from private.my_store_ids() as mine where mine = require_membership.store_id
     ) then
    perform private.refuse('403', 'wrong_store',
      'This belongs to another store. Please check which store you are signed in for.');
  end if;
end
$$;
comment on function private.require_membership(bigint) is
  'Refuses a caller who does not work at the store.';
revoke execute on function private.require_membership(bigint) from public, anon, authenticated;

create function private.open_store(store_id bigint) returns public.stores
language plpgsql security definer set search_path = ''
as $$
declare
  store public.stores;
begin
  -- A suspension waits for the call in progress, and the next call finds the store suspended.
  select * into store from public.stores s where s.id = open_store.store_id for share;
  if store.suspended then
    perform private.refuse('403', 'store_suspended',
      'Your store is not taking part at present, so stamps and rewards have to wait.');
  end if;
  return store;
end
$$;
comment on function private.open_store(bigint) is
  'The store, held as it is until the transaction ends. Refuses a suspended one.';
revoke execute on function private.open_store(bigint) from public, anon, authenticated;

-- The store's side: scan the customer's code and give stamps, scan the redemption code and spend them,
-- take back what was given by mistake.
-- A call repeated after its answer was lost gets the same answer, and everything goes into the log.

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
  'Whether a customer''s code is from today or, in the first hour after midnight, from yesterday.';

-- Answers to the tills are kept for days, the log for years (private.till_log). An answer holds what a
-- repeated call needs and nothing that the log also has; with that and four indexes, a million stamps took
-- more room here than in the stamps table.
create table private.till_idempotency_keys (
  request_id uuid primary key,
  customer_id uuid not null references auth.users (id) on delete cascade,
  request_hash bytea not null,
  response jsonb not null,
  created_at timestamptz not null default now()
);

comment on table private.till_idempotency_keys is
  'The answers to calls of the tills, so that a call repeated after a lost answer gets the same one. Kept for seven days. The log is private.till_log.';
comment on column private.till_idempotency_keys.request_id is 'Made by the till, one for each intent.';
comment on column private.till_idempotency_keys.customer_id is
  'The customer it was done for. The answer goes with the account.';
comment on column private.till_idempotency_keys.request_hash is
  'The hash (SHA-256) of what was asked; a repeated call asks the same.';
comment on column private.till_idempotency_keys.response is 'What was answered.';
comment on column private.till_idempotency_keys.created_at is 'When it was answered.';

create index till_idempotency_keys_of_customer on private.till_idempotency_keys (customer_id);
create index till_idempotency_keys_by_time on private.till_idempotency_keys (created_at);

alter table private.till_idempotency_keys enable row level security;

create policy "Nobody reads the stored responses"
  on private.till_idempotency_keys for select to anon, authenticated using (false);

create function private.request_hash(store_id bigint, arguments jsonb) returns bytea
language sql immutable set search_path = ''
as $$
  select sha256(convert_to(store_id || ' ' || arguments, 'UTF8'))
$$;
comment on function private.request_hash(bigint, jsonb) is
  'The same for two calls that ask the same of the same store.';

create function private.stored_response(request_id uuid, store_id bigint, arguments jsonb)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  earlier private.till_idempotency_keys;
begin
  if stored_response.request_id is null then
    perform private.refuse('422', 'request_id_missing',
      'The counter sent no request number. Please reload this page and scan again.');
  end if;
  -- The second of two identical calls waits here until the answer to the first is recorded.
  perform pg_advisory_xact_lock(hashtextextended(stored_response.request_id::text, 0));
  select * into earlier from private.till_idempotency_keys c
    where c.request_id = stored_response.request_id;
  if not found then
    return null;
  end if;
  if earlier.request_hash <> private.request_hash(stored_response.store_id, stored_response.arguments) then
    perform private.refuse('409', 'request_id_reused',
      'This request number was already used for something else. Please scan again.');
  end if;
  return earlier.response;
end
$$;
comment on function private.stored_response(uuid, bigint, jsonb) is
  'The answer this call already got, or null for a new one. Locks the request id until the transaction ends.';

create function private.sweep_idempotency_keys(at_most integer default 10000) returns integer
language sql security definer set search_path = ''
as $$
  with gone as (
    delete from private.till_idempotency_keys where request_id in (
      select c.request_id from private.till_idempotency_keys c
        where c.created_at < now() - interval '7 days'
        order by c.created_at
        limit sweep_idempotency_keys.at_most
        -- Does not wait for rows that another call, or an account's deletion, is removing.
        for update skip locked
    ) returning 1
  )
  select count(*)::integer from gone
$$;
comment on function private.sweep_idempotency_keys(integer) is
  'Removes answers older than seven days, the oldest first, and says how many. Each call of a till removes a few; an operator may call or schedule it for more.';

create function private.store_response(
  request_id uuid,
  store_id bigint,
  arguments jsonb,
  customer uuid,
  response jsonb
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.till_idempotency_keys (request_id, customer_id, request_hash, response)
    values (store_response.request_id, store_response.customer,
      private.request_hash(store_response.store_id, store_response.arguments), store_response.response);
  -- More than the one just added, so that the table shrinks to a week's calls. Last, since an account's
  -- deletion may wait for these rows: nothing here waits for that deletion in turn.
  perform private.sweep_idempotency_keys(5);
end
$$;
comment on function private.store_response(uuid, bigint, jsonb, uuid, jsonb) is
  'Stores the answer to a call in case it is repeated, and removes a few that are too old.';

-- What every till did or was refused, until an operator drops old months: rows about a deleted customer or
-- member stay, with nothing about the person but ids. The stored responses (private.till_idempotency_keys)
-- are for retries only and go with the account.
create table private.till_log (
  id bigint generated always as identity primary key,
  happened_at timestamptz not null default clock_timestamp(),
  store_id bigint not null,
  member_id uuid,
  call text not null check (call in ('give_stamp', 'redeem_reward', 'undo_stamp')),
  outcome text not null,
  request_id uuid,
  customer_id uuid,
  stamp_count integer,
  invoice text,
  reward_id bigint,
  stamp_id bigint,
  redemption_id bigint
);

comment on table private.till_log is
  'Every call of a store''s till, carried out or refused. Append-only, until private.drop_till_log_before drops whole months. No foreign keys: it outlives what it names.';
comment on column private.till_log.id is 'Grows with time.';
comment on column private.till_log.happened_at is 'When, by the server''s clock.';
comment on column private.till_log.store_id is
  'The store whose log it is in: the one the call was for, or the member''s own if it was for another.';
comment on column private.till_log.member_id is 'Who did it.';
comment on column private.till_log.call is 'give_stamp, redeem_reward or undo_stamp.';
comment on column private.till_log.outcome is
  'done, the word of the refusal, or more_refused: private.till_refusals has how many.';
comment on column private.till_log.request_id is 'The till''s own number of the call.';
comment on column private.till_log.customer_id is 'Whose code was scanned, if it proved to be theirs.';
comment on column private.till_log.stamp_count is 'Stamps given, taken back or spent; in a refusal, those asked for.';
comment on column private.till_log.invoice is
  'The number of the store''s invoice; in a refusal, only together with a customer.';
comment on column private.till_log.reward_id is 'The reward that the code was for.';
comment on column private.till_log.stamp_id is 'The stamp that was given or taken back.';
comment on column private.till_log.redemption_id is 'The redemption that was recorded.';

create index till_log_of_store on private.till_log (store_id, happened_at desc, id desc);
-- What the tills did or were refused for one customer, in log order.
create index till_log_of_customer on private.till_log (customer_id, id)
  where customer_id is not null;
-- The stamps of a deleted account are gone, but not the invoices they were given for.
create index till_log_invoices on private.till_log (store_id, private.invoice_key(invoice))
  where outcome = 'done' and invoice is not null;

alter table private.till_log enable row level security;

create policy "Nobody reads the log but through till_log"
  on private.till_log for select to anon, authenticated using (false);

create function private.forbid_log_changes() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'DELETE' and current_setting('private.drops_till_log', true) = 'yes' then
    return null;
  end if;
  raise exception 'The log of the tills is append-only.' using errcode = '42501';
end
$$;
comment on function private.forbid_log_changes() is
  'No row of the log is changed, and only private.drop_till_log_before removes any.';

create trigger forbid_log_changes
  before update or delete on private.till_log
  for each statement execute function private.forbid_log_changes();

create table private.till_refusals (
  store_id bigint not null,
  member_id uuid not null,
  day date not null,
  logged integer not null default 1,
  more integer not null default 0,
  primary key (store_id, member_id, day)
);

comment on table private.till_refusals is
  'How often the tills of a member were refused on a day. No foreign keys: it lasts as long as private.till_log.';
comment on column private.till_refusals.store_id is 'The store whose log has the refusals.';
comment on column private.till_refusals.member_id is 'Who was refused.';
comment on column private.till_refusals.day is 'The day (UTC+8).';
comment on column private.till_refusals.logged is 'Refusals with their own row.';
comment on column private.till_refusals.more is
  'Refusals beyond these, which share one row: more_refused.';

alter table private.till_refusals enable row level security;

create policy "Nobody reads how often tills were refused"
  on private.till_refusals for select to anon, authenticated using (false);

create function private.drop_till_log_before(month date, at_most integer default 100000) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  first_day constant date := date_trunc('month', drop_till_log_before.month)::date;
  removed integer;
begin
  if first_day > private.app_day(now()) - 31 then
    raise exception 'The last 31 days of the log stay. Name the first month to keep.'
      using errcode = '22023';
  end if;
  perform set_config('private.drops_till_log', 'yes', true);
  -- The ids grow with time, so only the oldest rows are looked at.
  delete from private.till_log l where l.id in (
    select oldest.id from (
      select t.id, t.happened_at from private.till_log t
        order by t.id limit drop_till_log_before.at_most
    ) as oldest
      where private.app_day(oldest.happened_at) < first_day
  );
  get diagnostics removed = row_count;
  perform set_config('private.drops_till_log', '', true);
  delete from private.till_refusals r where r.day < first_day;
  return removed;
end
$$;
comment on function private.drop_till_log_before(date, integer) is
  'Removes the log of the months before this day''s, the oldest rows first, and says how many. Only for the owner of the database: the secret key can''t write to the log.';

create function private.refuse_and_log(
  entry private.till_log,
  state text,
  sentence text
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  -- For one member at one store on one day. The others share one row.
  at_most_refusals constant integer := 300;
  outcome constant text := entry.outcome;
  moment constant timestamptz := clock_timestamp();
  own_store bigint := (
    select coalesce(min(mine) filter (where mine = entry.store_id), min(mine))
      from private.my_store_ids() as mine
  );
  beyond integer;
begin
  -- Someone who works in no store could only fill a stranger's log.
  if own_store is not null then
    insert into private.till_refusals as today (store_id, member_id, day)
      values (own_store, auth.uid(), private.app_day(moment))
      on conflict on constraint till_refusals_pkey do update set
        logged = least(today.logged + 1, at_most_refusals),
        more = today.more + (today.logged >= at_most_refusals)::integer
      returning today.more into beyond;
    if beyond > 0 then
      entry := jsonb_populate_record(
        null::private.till_log, jsonb_build_object('call', entry.call, 'outcome', 'more_refused')
      );
    end if;
    -- A redemption code proves nothing: any member could make one with somebody's id in it.
    if entry.call = 'redeem_reward' and not exists (
      select from public.stamps s where s.store_id = own_store and s.user_id = entry.customer_id
    ) then
      entry.customer_id := null;
    end if;
    if beyond <= 1 then
      insert into private.till_log (happened_at, store_id, member_id, call, outcome, request_id,
          customer_id, stamp_count, invoice, reward_id)
        values (moment, own_store, auth.uid(), entry.call, entry.outcome, entry.request_id,
          entry.customer_id, entry.stamp_count, left(entry.invoice, 64), entry.reward_id);
    end if;
  end if;
  -- An error would roll back the log row with everything else. An answer that sets its own status gets
  -- the same form from the interface (PostgREST, "Response Status Code").
  perform set_config('response.status', right(state, 3), true);
  return jsonb_build_object(
    'code', state, 'message', sentence, 'details', outcome, 'hint', null
  );
end
$$;
comment on function private.refuse_and_log(private.till_log, text, text) is
  'Records a refused call in the store''s log and answers as the refusal would have: status, sentence, word. Only the first few hundred refusals of a member''s day get their own row; the rest are counted.';

create function private.till_log(
  store_id bigint, before timestamptz, before_id bigint, page_size integer
) returns table (
  id bigint,
  happened_at timestamptz,
  member_id uuid,
  call text,
  outcome text,
  request_id uuid,
  customer_id uuid,
  stamp_count integer,
  invoice text,
  reward_id bigint,
  stamp_id bigint,
  redemption_id bigint,
  more_refused integer
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_membership(till_log.store_id);
  return query
    select l.id, l.happened_at, l.member_id, l.call, l.outcome, l.request_id, l.customer_id,
        l.stamp_count, l.invoice, l.reward_id, l.stamp_id, l.redemption_id, refusals.more
      from private.till_log l
        left join private.till_refusals refusals on l.outcome = 'more_refused'
          and refusals.store_id = l.store_id and refusals.member_id = l.member_id
          and refusals.day = private.app_day(l.happened_at)
      where l.store_id = till_log.store_id
        and (l.happened_at, l.id) < (
          coalesce(till_log.before, 'infinity'), coalesce(till_log.before_id, 0)
        )
      order by l.happened_at desc, l.id desc
      limit least(greatest(coalesce(till_log.page_size, 50), 1), 200);
end
$$;
comment on function private.till_log(bigint, timestamptz, bigint, integer) is
  'Does the work of public.till_log, with the rights it needs.';
grant execute on function private.till_log(bigint, timestamptz, bigint, integer) to authenticated;

create function public.till_log(
  store_id bigint,
  before timestamptz default null,
  before_id bigint default null,
  page_size integer default 50
) returns table (
  id bigint,
  happened_at timestamptz,
  member_id uuid,
  call text,
  outcome text,
  request_id uuid,
  customer_id uuid,
  stamp_count integer,
  invoice text,
  reward_id bigint,
  stamp_id bigint,
  redemption_id bigint,
  more_refused integer
)
language sql stable security invoker set search_path = ''
as $$
  select * from private.till_log(store_id, before, before_id, page_size)
$$;
comment on function public.till_log(bigint, timestamptz, bigint, integer) is
  'Called by a member of the store: what its tills did and were refused, newest first, at most 200 rows. The next page is before the time and id of the last row. more_refused: how many refusals the row stands for, those of a member''s day beyond the first few hundred.';
grant execute on function public.till_log(bigint, timestamptz, bigint, integer) to authenticated;

-- An invoice counts only once, even if the card it counted on is deleted at the very moment another till
-- gives stamps for it.
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
    'stamp_count', give_stamp.stamp_count, 'invoice', number);
  given public.stamps;
  answer jsonb;
begin
  perform private.require_membership(give_stamp.store_id);
  answer := private.stored_response(give_stamp.request_id, give_stamp.store_id, arguments);
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
  -- An invisible number counts as none.
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
      'This code is from another day. Ask the customer to reopen it, or to set their phone’s date and time zone.');
  end if;
  perform private.lock_existing_customer(customer);
  perform private.check_daily_limit(customer, store, give_stamp.stamp_count);

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
    -- Checked after the insert, which waits for a till that is giving stamps for this number: the card
    -- on which it counted may have been deleted with its account, even while this till waited.
    if exists (
      select from private.till_log l
        where l.store_id = store.id and l.outcome = 'done'
          and private.invoice_key(l.invoice) = private.invoice_key(number)
        -- What was taken back no longer counts.
        group by l.stamp_id having bool_and(l.call = 'give_stamp')
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
    'stamps_needed', given.metadata -> 'stamps_needed',
    'stamps_held', (
      select sum(s.stamp_count) from public.stamps s
        where s.user_id = customer and s.store_id = store.id and s.redemption_id is null
    )
  );
  insert into private.till_log (store_id, member_id, call, outcome, request_id, customer_id,
      stamp_count, invoice, stamp_id)
    values (store.id, auth.uid(), 'give_stamp', 'done', give_stamp.request_id, customer,
      given.stamp_count, number, given.id);
  perform private.store_response(give_stamp.request_id, store.id, arguments, customer, answer);
  return answer;
end
$$;
comment on function private.give_stamp(jsonb, bigint, integer, text, uuid) is
  'Does the work of public.give_stamp, with the rights it needs.';

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
  entry.stamp_count := give_stamp_logged.stamp_count;
  -- A customer can read what a till notes about them: only note one who showed today's code.
  entry.customer_id := private.read_uuid(payload ->> 'uid');
  if private.is_daily_hash(entry.customer_id, payload ->> 'hash', now()) then
    entry.invoice := nullif(btrim(give_stamp_logged.invoice), '');
  else
    entry.customer_id := null;
  end if;
  return private.refuse_and_log(entry, state, sentence);
end
$$;
comment on function private.give_stamp_logged(jsonb, bigint, integer, text, uuid) is
  'private.give_stamp, with its refusals recorded in the store''s log.';
grant execute on function private.give_stamp_logged(jsonb, bigint, integer, text, uuid) to authenticated;

create function public.give_stamp(
  payload jsonb,
  store_id bigint,
  stamp_count integer,
  invoice text,
  request_id uuid
) returns jsonb
language sql security invoker set search_path = ''
as $$
  select private.give_stamp_logged(payload, store_id, stamp_count, invoice, request_id)
    where private.check_size(payload, 20000) and private.check_size(invoice, 4000)
$$;
comment on function public.give_stamp(jsonb, bigint, integer, text, uuid) is
  'Called by a member of the store with a customer''s code (display_name, uid, hash): gives stamps for a purchase. The same request id again returns the first answer.';
grant execute on function public.give_stamp(jsonb, bigint, integer, text, uuid) to authenticated;

-- Takes back what was given by mistake: the row is deleted, so that every sum follows, and the log says who
-- took back what from whom (docs/decisions/undo.md).
create function private.undo_stamp(store_id bigint, stamp_id bigint, request_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  -- For one customer at one store on one day.
  at_most_undone constant integer := 10;
  arguments jsonb := jsonb_build_object('call', 'undo_stamp', 'stamp_id', undo_stamp.stamp_id);
  store public.stores;
  customer uuid;
  given public.stamps;
  answer jsonb;
begin
  perform private.require_membership(undo_stamp.store_id);
  answer := private.stored_response(undo_stamp.request_id, undo_stamp.store_id, arguments);
  if answer is not null then
    return answer;
  end if;
  store := private.open_store(undo_stamp.store_id);

  loop
    select s.user_id into customer from public.stamps s
      where s.id = undo_stamp.stamp_id and s.store_id = store.id;
    exit when not found;
    perform private.lock_customer(customer);
    -- It may have been taken back, spent or deleted with the account while this till waited, or be on
    -- somebody else's card by now: that of a guest who signed in.
    select * into given from public.stamps s
      where s.id = undo_stamp.stamp_id and s.user_id = customer for update;
    exit when found;
  end loop;
  if given.id is null then
    perform private.refuse('404', 'unknown_stamp',
      'These stamps are on no card of your store: they were taken back, or the account was deleted.');
  end if;
  if private.app_day(given.created_at) <> private.app_day(now()) then
    perform private.refuse('409', 'undo_too_late',
      'Stamps can only be taken back on the day on which they were given.');
  end if;
  -- A record is split when only part of it is spent.
  if given.redemption_id is not null or given.split_from is not null
     or exists (select from public.stamps part where part.split_from = given.id) then
    perform private.refuse('409', 'stamps_used',
      'The customer has used these stamps already, or some of them. They can''t be taken back.');
  end if;
  -- The daily limit counts what is still given: without a limit on this, giving and taking back never ends.
  if (
    select count(*) from private.till_log log
      where log.customer_id = customer and log.store_id = store.id
        and log.call = 'undo_stamp' and log.outcome = 'done'
        and private.app_day(log.happened_at) = private.app_day(now())
  ) >= at_most_undone then
    perform private.refuse('409', 'undo_limit',
      'Stamps were taken back from this customer ' || at_most_undone
        || ' times today, and no more can be.');
  end if;

  delete from public.stamps s where s.id = given.id;
  answer := jsonb_build_object(
    'stamp_id', given.id,
    'user_id', given.user_id,
    'store_id', given.store_id,
    'store_name', store.name,
    'stamp_count', given.stamp_count,
    'invoice_or_number', given.invoice_or_number,
    'undone_at', clock_timestamp(),
    'stamps_held', (
      select coalesce(sum(s.stamp_count), 0) from public.stamps s
        where s.user_id = customer and s.store_id = store.id and s.redemption_id is null
    )
  );
  insert into private.till_log (store_id, member_id, call, outcome, request_id, customer_id,
      stamp_count, invoice, stamp_id)
    values (store.id, auth.uid(), 'undo_stamp', 'done', undo_stamp.request_id, customer,
      given.stamp_count, given.invoice_or_number, given.id);
  perform private.store_response(undo_stamp.request_id, store.id, arguments, customer, answer);
  return answer;
end
$$;
comment on function private.undo_stamp(bigint, bigint, uuid) is
  'Does the work of public.undo_stamp, with the rights it needs.';

create function private.undo_stamp_logged(store_id bigint, stamp_id bigint, request_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  entry private.till_log;
  state text;
  sentence text;
begin
  return private.undo_stamp(store_id, stamp_id, request_id);
exception when others then
  get stacked diagnostics
    state = returned_sqlstate, sentence = message_text, entry.outcome = pg_exception_detail;
  if state not like 'PT%' then
    raise;
  end if;
  entry.call := 'undo_stamp';
  entry.store_id := undo_stamp_logged.store_id;
  entry.request_id := undo_stamp_logged.request_id;
  return private.refuse_and_log(entry, state, sentence);
end
$$;
comment on function private.undo_stamp_logged(bigint, bigint, uuid) is
  'private.undo_stamp, with its refusals recorded in the store''s log.';
grant execute on function private.undo_stamp_logged(bigint, bigint, uuid) to authenticated;

create function public.undo_stamp(store_id bigint, stamp_id bigint, request_id uuid) returns jsonb
language sql security invoker set search_path = ''
as $$
  select private.undo_stamp_logged(store_id, stamp_id, request_id)
$$;
comment on function public.undo_stamp(bigint, bigint, uuid) is
  'Called by a member of the store: takes back what give_stamp gave in one go, on the same day (UTC+8) and while none of it is spent. The log keeps both. The same request id again returns the first answer.';
grant execute on function public.undo_stamp(bigint, bigint, uuid) to authenticated;

create function private.redeem_reward(payload jsonb, notes text, request_id uuid)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  customer uuid := private.read_uuid(payload ->> 'user_id');
  store_id bigint := private.read_id(payload ->> 'store_id');
  reward_id bigint := private.read_id(payload ->> 'reward_id');
  stamp_ids bigint[] := private.read_ids(payload -> 'stamp_ids', 200);
  note text := nullif(btrim(redeem_reward.notes), '');
  arguments jsonb;
  reward public.rewards;
  price_when_opened integer;
  needed integer;
  held integer;
  redemption public.redemptions;
  moment timestamptz;
  answer jsonb;
begin
  -- Membership is checked first, so that a customer learns nothing about what is wrong with a code.
  perform private.require_membership(coalesce(store_id, (select min(mine) from private.my_store_ids() as mine)));
  if customer is null or store_id is null or reward_id is null or stamp_ids is null then
    perform private.refuse('422', 'unreadable_code',
      'This is not a Stampcard redemption code. Ask the customer to open it with Redeem reward.');
  end if;

  arguments := jsonb_build_object('call', 'redeem_reward', 'user_id', customer,
    'reward_id', reward_id, 'stamp_ids', stamp_ids, 'notes', note);
  answer := private.stored_response(redeem_reward.request_id, store_id, arguments);
  if answer is not null then
    return answer;
  end if;
  perform private.open_store(store_id);
  if length(note) > 500 then
    perform private.refuse('422', 'notes_too_long',
      'These notes are too long. Please use 500 characters or fewer.');
  end if;

  reward := private.active_reward(reward_id, store_id);
  held := private.lock_stamps(stamp_ids, customer, store_id);
  price_when_opened := private.use_opening(customer, reward_id, stamp_ids);
  needed := least(coalesce(reward.stamps_needed, 10), price_when_opened);
  if held < needed then
    perform private.refuse('409', 'not_enough_stamps',
      'This reward needs ' || needed || ' stamps and the code carries ' || held || '.');
  end if;
  if price_when_opened is null then
    perform private.refuse('409', 'code_not_open',
      'This code is not open on the customer''s phone. Ask them to open it again, then scan it.');
  end if;

  -- The customer has been locked since lock_stamps.
  moment := clock_timestamp();
  insert into public.redemptions
    (user_id, store_id, reward_id, store_name, reward_title, reward_photo, stamps_spent, notes,
     redeemed_at, created_at)
  values (customer, store_id, reward.id, reward.store_name, reward.title, reward.photo, needed, note,
    moment, moment)
  returning * into redemption;
  perform private.spend_stamps(stamp_ids, needed, redemption.id);

  answer := jsonb_build_object(
    'redemption_id', redemption.id,
    'user_id', redemption.user_id,
    'store_id', redemption.store_id,
    'store_name', redemption.store_name,
    'reward_title', redemption.reward_title,
    'stamps_spent', redemption.stamps_spent,
    'redeemed_at', redemption.redeemed_at,
    'stamps_held', (
      select coalesce(sum(s.stamp_count), 0) from public.stamps s
        where s.user_id = customer and s.store_id = redemption.store_id and s.redemption_id is null
    )
  );
  insert into private.till_log (store_id, member_id, call, outcome, request_id, customer_id,
      stamp_count, reward_id, redemption_id)
    values (redemption.store_id, auth.uid(), 'redeem_reward', 'done', redeem_reward.request_id, customer,
      needed, reward.id, redemption.id);
  perform private.store_response(redeem_reward.request_id, redemption.store_id, arguments, customer, answer);
  return answer;
end
$$;
comment on function private.redeem_reward(jsonb, text, uuid) is
  'Does the work of public.redeem_reward, with the rights it needs.';

create function private.redeem_reward_logged(payload jsonb, notes text, request_id uuid)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  entry private.till_log;
  state text;
  sentence text;
begin
  return private.redeem_reward(payload, notes, request_id);
exception when others then
  get stacked diagnostics
    state = returned_sqlstate, sentence = message_text, entry.outcome = pg_exception_detail;
  if state not like 'PT%' then
    raise;
  end if;
  entry.call := 'redeem_reward';
  entry.store_id := private.read_id(payload ->> 'store_id');
  entry.request_id := redeem_reward_logged.request_id;
  entry.customer_id := private.read_uuid(payload ->> 'user_id');
  entry.reward_id := private.read_id(payload ->> 'reward_id');
  return private.refuse_and_log(entry, state, sentence);
end
$$;
comment on function private.redeem_reward_logged(jsonb, text, uuid) is
  'private.redeem_reward, with its refusals recorded in the store''s log.';
grant execute on function private.redeem_reward_logged(jsonb, text, uuid) to authenticated;

create function public.redeem_reward(payload jsonb, notes text, request_id uuid) returns jsonb
language sql security invoker set search_path = ''
as $$
  select private.redeem_reward_logged(payload, notes, request_id)
    where private.check_size(payload, 20000) and private.check_size(notes, 20000)
$$;
comment on function public.redeem_reward(jsonb, text, uuid) is
  'Called by a member of the store with a redemption code: spends the stamps it names and records the redemption, all or nothing. The same request id again returns the first answer.';
grant execute on function public.redeem_reward(jsonb, text, uuid) to authenticated;

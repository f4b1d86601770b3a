-- The answers to the tills are kept for days, the log for years (private.till_log). An answer holds what
-- a repeated call needs and nothing that the log has too; with it and four indexes a million stamps took
-- more room here than in the table of the stamps.

create function private.fingerprint(store_id bigint, arguments jsonb) returns bytea
language sql immutable set search_path = ''
as $$
  select sha256(convert_to(store_id || ' ' || arguments, 'UTF8'))
$$;
comment on function private.fingerprint(bigint, jsonb) is
  'What two calls have in common that ask the same of the same store.';
revoke execute on function private.fingerprint(bigint, jsonb) from public, anon, authenticated;

create temporary table kept on commit drop as
  select c.request_id, c.customer_id, private.fingerprint(c.store_id, c.arguments) as asked, c.answer, c.created_at
    from private.counter_calls c where c.created_at > now() - interval '7 days';

-- Dropped, not emptied: the room is free at once.
drop table private.counter_calls;

create table private.counter_calls (
  request_id uuid primary key,
  customer_id uuid not null references auth.users (id) on delete cascade,
  asked bytea not null,
  answer jsonb not null,
  created_at timestamptz not null default now()
);

comment on table private.counter_calls is
  'The answers to calls of the tills, so that a call repeated after a lost answer gets the same one. Kept for seven days. The log is private.till_log.';
comment on column private.counter_calls.request_id is 'Made by the till, one for each intent.';
comment on column private.counter_calls.customer_id is
  'The customer it was done for. The answer goes with the account.';
comment on column private.counter_calls.asked is
  'The fingerprint of what was asked; a repeated call asks the same.';
comment on column private.counter_calls.answer is 'What was answered.';
comment on column private.counter_calls.created_at is 'When.';

insert into private.counter_calls (request_id, customer_id, asked, answer, created_at)
  select kept.request_id, kept.customer_id, kept.asked, kept.answer, kept.created_at from kept;

create index counter_calls_of_customer on private.counter_calls (customer_id);
create index counter_calls_by_time on private.counter_calls (created_at);

alter table private.counter_calls enable row level security;
revoke all on table private.counter_calls from anon, authenticated;
grant all on table private.counter_calls to service_role;

create policy "Nobody reads what the counters did"
  on private.counter_calls for select to anon, authenticated using (false);

create function private.sweep_answers(at_most integer default 10000) returns integer
language sql security definer set search_path = ''
as $$
  with gone as (
    delete from private.counter_calls where request_id in (
      select c.request_id from private.counter_calls c
        where c.created_at < now() - interval '7 days'
        order by c.created_at
        limit sweep_answers.at_most
        -- What another call removes, or an account that is deleted, is not waited for.
        for update skip locked
    ) returning 1
  )
  select count(*)::integer from gone
$$;
comment on function private.sweep_answers(integer) is
  'Removes answers older than seven days, the oldest first, and says how many. Each call of a till removes a few; an operator may call or schedule it for more.';
revoke execute on function private.sweep_answers(integer) from public, anon, authenticated;
grant execute on function private.sweep_answers(integer) to service_role;

create or replace function private.keep_answer(
  request_id uuid,
  store_id bigint,
  arguments jsonb,
  customer uuid,
  answer jsonb
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.counter_calls (request_id, customer_id, asked, answer)
    values (keep_answer.request_id, keep_answer.customer,
      private.fingerprint(keep_answer.store_id, keep_answer.arguments), keep_answer.answer);
  -- More than the one that came, so that the table shrinks to a week's calls. Last, as the deletion of
  -- an account may wait for these rows: nothing here waits for that deletion in turn.
  perform private.sweep_answers(5);
end
$$;
comment on function private.keep_answer(uuid, bigint, jsonb, uuid, jsonb) is
  'Keeps the answer to a call for a repeated one, and removes a few that are too old.';

create or replace function private.earlier_answer(request_id uuid, store_id bigint, arguments jsonb)
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
  if earlier.asked <> private.fingerprint(earlier_answer.store_id, earlier_answer.arguments) then
    perform private.refuse('409', 'request_id_reused',
      'This request number was already used for something else. Please scan again.');
  end if;
  return earlier.answer;
end
$$;

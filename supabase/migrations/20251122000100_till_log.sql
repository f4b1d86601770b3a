-- What every till did and was refused, kept for good: rows of a deleted customer or member stay, with
-- ids and nothing else of the person. The recorded answers (private.counter_calls) are for retries only
-- and go with the account.

create table private.till_log (
  id bigint generated always as identity primary key,
  happened_at timestamptz not null default clock_timestamp(),
  store_id bigint not null,
  member_id uuid,
  call text not null check (call in ('give_stamp', 'redeem_reward')),
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
  'Every call of a store''s till, carried out or refused. Append-only. No foreign keys: it outlives what it names.';
comment on column private.till_log.id is 'Grows with time.';
comment on column private.till_log.happened_at is 'When, by the server''s clock.';
comment on column private.till_log.store_id is
  'The store whose log it is in: the one it was asked for, or the member''s own where they asked for another.';
comment on column private.till_log.member_id is
  'Who did it. Null where the account was deleted before this log began.';
comment on column private.till_log.call is 'give_stamp or redeem_reward.';
comment on column private.till_log.outcome is 'done, or the word of the refusal.';
comment on column private.till_log.request_id is 'The till''s own number of the call.';
comment on column private.till_log.customer_id is 'Whose code was scanned, where it could be read.';
comment on column private.till_log.stamp_count is 'Stamps given or spent; in a refusal, those asked for.';
comment on column private.till_log.invoice is 'The number of the store''s invoice.';
comment on column private.till_log.reward_id is 'The reward of the code.';
comment on column private.till_log.stamp_id is 'The stamp that was given.';
comment on column private.till_log.redemption_id is 'The redemption that was recorded.';

create index till_log_of_store on private.till_log (store_id, happened_at desc, id desc);

alter table private.till_log enable row level security;
revoke all on table private.till_log from anon, authenticated, service_role;
grant select on table private.till_log to service_role;

create policy "Nobody reads the log but through till_log"
  on private.till_log for select to anon, authenticated using (false);

create function private.keep_log() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'The log of the tills is append-only.' using errcode = '42501';
end
$$;
comment on function private.keep_log() is 'No row of the log is changed or removed, by whomever.';
revoke execute on function private.keep_log() from public, anon, authenticated;

create trigger keep_log
  before update or delete on private.till_log
  for each statement execute function private.keep_log();

insert into private.till_log (happened_at, store_id, member_id, call, outcome, request_id, customer_id,
    stamp_count, invoice, reward_id, stamp_id, redemption_id)
  select c.created_at, c.store_id, c.member_id, c.arguments ->> 'call', 'done', c.request_id, c.customer_id,
      coalesce(c.answer ->> 'stamp_count', c.answer ->> 'stamps_spent')::integer,
      c.answer ->> 'invoice_or_number', (c.arguments ->> 'reward_id')::bigint,
      (c.answer ->> 'stamp_id')::bigint, (c.answer ->> 'redemption_id')::bigint
    from private.counter_calls c order by c.created_at;

comment on table private.counter_calls is
  'The answers to calls of the tills, so that a call repeated after a lost answer gets the same one. The log is private.till_log.';

create function private.refuse_and_log(
  entry private.till_log,
  state text,
  sentence text
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  own_store bigint := (
    select coalesce(min(mine) filter (where mine = entry.store_id), min(mine))
      from private.my_store_ids() as mine
  );
begin
  -- Whoever works in no store could only fill the log of a stranger.
  if own_store is not null then
    insert into private.till_log
        (store_id, member_id, call, outcome, request_id, customer_id, stamp_count, invoice, reward_id)
      values (own_store, auth.uid(), entry.call, entry.outcome, entry.request_id, entry.customer_id,
        entry.stamp_count, left(entry.invoice, 64), entry.reward_id);
  end if;
  -- An error would take the row of the log back with everything else. The interface gives an answer
  -- that sets its own status the same form (PostgREST, "Response Status Code").
  perform set_config('response.status', right(state, 3), true);
  return jsonb_build_object(
    'code', state, 'message', sentence, 'details', entry.outcome, 'hint', null
  );
end
$$;
comment on function private.refuse_and_log(private.till_log, text, text) is
  'Records a refused call in the store''s log and answers as the refusal would have: status, sentence, word.';
revoke execute on function private.refuse_and_log(private.till_log, text, text)
  from public, anon, authenticated;

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
  redemption_id bigint
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_membership(till_log.store_id);
  return query
    select l.id, l.happened_at, l.member_id, l.call, l.outcome, l.request_id, l.customer_id,
        l.stamp_count, l.invoice, l.reward_id, l.stamp_id, l.redemption_id
      from private.till_log l
      where l.store_id = till_log.store_id
        and (l.happened_at, l.id) < (
          coalesce(till_log.before, 'infinity'), coalesce(till_log.before_id, 0)
        )
      order by l.happened_at desc, l.id desc
      limit least(greatest(coalesce(till_log.page_size, 50), 1), 200);
end
$$;
comment on function private.till_log(bigint, timestamptz, bigint, integer) is
  'The work of public.till_log, with the rights it needs.';
revoke execute on function private.till_log(bigint, timestamptz, bigint, integer) from public, anon;
grant execute on function private.till_log(bigint, timestamptz, bigint, integer) to authenticated;

-- What the interface exposes has no rights of its own.
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
  redemption_id bigint
)
language sql stable security invoker set search_path = ''
as $$
  select * from private.till_log(store_id, before, before_id, page_size)
$$;
comment on function public.till_log(bigint, timestamptz, bigint, integer) is
  'Called by a member of the store: what its tills did and were refused, newest first, at most 200 rows. The next page is before the time and id of the last row.';
revoke execute on function public.till_log(bigint, timestamptz, bigint, integer) from public, anon;
grant execute on function public.till_log(bigint, timestamptz, bigint, integer) to authenticated;

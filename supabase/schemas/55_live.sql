-- Live: screens and open codes learn at once what a till has done (docs/decisions/noticing-a-scan.md).
-- Realtime carries it. If a project lacks Realtime, a code relies on polling, which it does anyway.

-- To lock its table for upkeep, Realtime waits for anything that reads it, such as a backup. A till must not
-- wait behind it until its statement times out, which no handler catches.
create function private.tell_customers() returns trigger
language plpgsql security definer set search_path = '' set lock_timeout = '250ms'
as $$
begin
  if to_regprocedure('realtime.send(jsonb, text, text, boolean)') is not null then
    -- Only what kind of thing happened: the listener asks for the rows under their own rights.
    perform realtime.send('{}', tg_argv[0], 'session:' || lasting.id, true)
      from (select distinct changed.user_id from changed
          -- A part that a redemption splits off was given long ago.
          where to_jsonb(changed) ->> 'split_from' is null
        ) as told
        -- When an account is deleted, everything goes, and nobody is there to hear it.
        join auth.users u on u.id = told.user_id
        cross join lateral (
          select s.id from auth.sessions s
            cross join greatest(s.created_at, s.refreshed_at::timestamp at time zone 'UTC') as renewed_at
            -- No token is valid for longer than a week.
            where s.user_id = u.id and renewed_at > now() - interval '1 week'
            order by renewed_at desc limit 10
        ) as lasting;
  end if;
  return null;
exception when others then
  -- Even if sending fails, what was done stays done.
  raise warning 'A customer was not told: %', sqlerrm;
  return null;
end
$$;
comment on function private.tell_customers() is
  'Sends the trigger''s argument as an event to the private channels session:{id} of each customer whose rows changed: those of the ten sessions used last, and of none that has ended. Never fails.';

create trigger tell_of_stamps_given
  after insert on public.stamps referencing new table as changed
  for each statement execute function private.tell_customers('given');

create trigger tell_of_stamps_taken_back
  after delete on public.stamps referencing old table as changed
  for each statement execute function private.tell_customers('taken_back');

create trigger tell_of_redemptions
  after insert on public.redemptions referencing new table as changed
  for each statement execute function private.tell_customers('redeemed');

-- Realtime checks this when a channel is joined and with each new token, not before each message: a session
-- that ends later keeps a channel on which nothing more is sent.
create function private.own_channel() returns text
language sql stable security definer set search_path = ''
as $$
  select 'session:' || s.id from auth.sessions s
    where s.user_id = (select auth.uid()) and s.id = private.read_uuid(
      nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id'
    )
$$;
comment on function private.own_channel() is
  'The channel of the caller''s session; null if it has ended, or the token names none. For Realtime.';
grant execute on function private.own_channel() to authenticated;

do $$
begin
  if to_regclass('realtime.messages') is null or to_regprocedure('realtime.topic()') is null then
    raise notice 'There is no Realtime here: open codes ask.';
    return;
  end if;
  create policy "Customers hear what is sent to them"
    on realtime.messages for select to authenticated
    using (extension = 'broadcast' and (select realtime.topic()) = (select private.own_channel()));
end
$$;

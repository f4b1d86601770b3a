-- Live: an open code hears at once that a till has done something (docs/decisions/noticing-a-scan.md).
-- Realtime carries it, which a project may lack: then the code asks, as it does beside it anyway.

create function private.tell_customers() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if to_regprocedure('realtime.send(jsonb, text, text, boolean)') is not null then
    -- Only what kind of thing happened: who hears it asks for the rows under their own rights.
    perform realtime.send('{}', tg_argv[0], 'customer:' || told.user_id, true)
      from (select distinct changed.user_id from changed
          -- The part that a redemption splits off was given long ago.
          where to_jsonb(changed) ->> 'split_from' is null
        ) as told
      -- Of a deleted account everything goes, and nobody is there to hear it.
      where exists (select from auth.users u where u.id = told.user_id);
  end if;
  return null;
exception when others then
  -- Whatever is wrong with the telling, what was done stays done.
  raise warning 'A customer was not told: %', sqlerrm;
  return null;
end
$$;
comment on function private.tell_customers() is
  'Sends the word of the trigger to the private channel customer:{id} of each customer whose rows changed. Never fails.';

create trigger tell_of_stamps_given
  after insert on public.stamps referencing new table as changed
  for each statement execute function private.tell_customers('given');

create trigger tell_of_stamps_taken_back
  after delete on public.stamps referencing old table as changed
  for each statement execute function private.tell_customers('taken_back');

create trigger tell_of_redemptions
  after insert on public.redemptions referencing new table as changed
  for each statement execute function private.tell_customers('redeemed');

-- Realtime asks nothing before each request: a session that has ended is refused here.
create function private.is_signed_in() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  session_id text := nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id';
begin
  -- Tokens of an operator's own name none, as in public.refuse_ended_session.
  return session_id is null or private.is_session_active(session_id);
end
$$;
comment on function private.is_signed_in() is 'Whether the caller''s session has not ended. For Realtime.';
grant execute on function private.is_signed_in() to authenticated;

do $$
begin
  if to_regclass('realtime.messages') is null or to_regprocedure('realtime.topic()') is null then
    raise notice 'There is no Realtime here: open codes ask.';
    return;
  end if;
  create policy "Customers hear what is sent to them"
    on realtime.messages for select to authenticated
    using (
      extension = 'broadcast' and (select realtime.topic()) = 'customer:' || (select auth.uid())
      and (select private.is_signed_in())
    );
end
$$;

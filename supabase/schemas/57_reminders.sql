-- Reminders: what a customer's phones get by Web Push while nobody is looking at the wallet. A phone gets
-- none until its owner turns it on, kind by kind. The database fills an outbox, and the function `notify`
-- (supabase/functions) empties it. A person gets at most one of each kind and three in all per day, and
-- none from 9 PM to 8 AM (UTC+8).

create function private.reminder_kinds() returns text[]
language sql immutable set search_path = ''
as $$
  select array['reward_ready', 'card_ends', 'event_tomorrow', 'friday_highlights', 'almost_there']
$$;
comment on function private.reminder_kinds() is 'What a phone can be notified of, each with its own switch.';

-- The function sends to the address a customer gives: it must be a push service and nothing else.
create function private.is_push_address(address text) returns boolean
language sql immutable set search_path = ''
as $$
  select length(address) <= 2000 and address ~ (
    '^https://(fcm\.googleapis\.com|[a-z0-9-]+\.google\.com/fcm|updates\.push\.services\.mozilla\.com'
    -- The local backend's stand-in.
    || '|[a-z0-9-]+\.push\.apple\.com|([a-z0-9-]+\.)+notify\.windows\.com|localhost/local/push)'
    || '/[A-Za-z0-9._~:/?=&%+-]+$'
  )
$$;
comment on function private.is_push_address(text) is
  'Whether an address is one of the push services that browsers use.';

create table private.push_devices (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  session_id uuid not null,
  endpoint text not null unique check (private.is_push_address(endpoint)),
  public_key text not null check (public_key ~ '^B[A-Za-z0-9_-]{86}$'),
  auth_secret text not null check (auth_secret ~ '^[A-Za-z0-9_-]{22}$'),
  kinds text[] not null check (kinds <@ private.reminder_kinds()),
  saved_at timestamptz not null default now()
);

comment on table private.push_devices is
  'The phones with notifications on: a browser''s push subscription, of the customer who last turned them on there.';
comment on column private.push_devices.id is 'For this table only.';
comment on column private.push_devices.user_id is 'The owner of the phone. The row goes with the account.';
comment on column private.push_devices.session_id is
  'The session on that phone. Once it has ended, nothing is sent, and the row goes.';
comment on column private.push_devices.endpoint is 'Where the browser''s push service accepts messages for it.';
comment on column private.push_devices.public_key is 'The key that messages are encrypted for (p256dh).';
comment on column private.push_devices.auth_secret is 'Made by the browser, and shared only with the sender.';
comment on column private.push_devices.kinds is 'What it is notified of.';
comment on column private.push_devices.saved_at is 'When its owner last changed that.';

create index push_devices_of_person on private.push_devices (user_id);

alter table private.push_devices enable row level security;

create policy "Nobody reads where phones are reached"
  on private.push_devices for select to anon, authenticated using (false);

create table private.reminders (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind = any (private.reminder_kinds())),
  day date not null,
  counted_at timestamptz,
  reward_id bigint references public.rewards (id) on delete cascade,
  event_id bigint references public.events (id) on delete cascade,
  created_at timestamptz not null default now(),
  unique (user_id, day, kind)
);

comment on table private.reminders is
  'What a person is to be reminded of on a day, one of each kind. Kept for 30 days.';
comment on column private.reminders.id is 'For this table only.';
comment on column private.reminders.user_id is 'The person.';
comment on column private.reminders.kind is 'One of private.reminder_kinds().';
comment on column private.reminders.day is 'The only day (UTC+8) on which it is sent.';
comment on column private.reminders.counted_at is
  'When a sender first took it. It then counts toward that day''s two, unless it is about a reward that is ready.';
comment on column private.reminders.reward_id is 'The reward it is about.';
comment on column private.reminders.event_id is 'The event it is about.';
comment on column private.reminders.created_at is 'When it was put into the outbox.';

create index reminders_by_day on private.reminders (day);
create index reminders_of_reward on private.reminders (reward_id);
create index reminders_of_event on private.reminders (event_id);

alter table private.reminders enable row level security;

create policy "Nobody reads what others are reminded of"
  on private.reminders for select to anon, authenticated using (false);

create table private.reminder_deliveries (
  id bigint generated always as identity primary key,
  reminder_id bigint not null references private.reminders (id) on delete cascade,
  device_id bigint not null references private.push_devices (id) on delete cascade,
  next_at timestamptz not null,
  attempts integer not null default 0,
  last_status integer,
  dead_at timestamptz,
  unique (reminder_id, device_id)
);

comment on table private.reminder_deliveries is
  'The outbox: a reminder on its way to a phone. The row goes once it is delivered; one that could not be delivered stays as a dead letter.';
comment on column private.reminder_deliveries.id is 'For this table only.';
comment on column private.reminder_deliveries.reminder_id is 'The reminder.';
comment on column private.reminder_deliveries.device_id is 'The phone.';
comment on column private.reminder_deliveries.next_at is
  'The earliest time to send it. While a sender has it: when another may take it.';
comment on column private.reminder_deliveries.attempts is 'How often a sender took it.';
comment on column private.reminder_deliveries.last_status is
  'The push service''s last answer; 0 for none.';
comment on column private.reminder_deliveries.dead_at is 'When it was given up: refused for good, or its day is over.';

create index reminder_deliveries_due on private.reminder_deliveries (next_at, id) where dead_at is null;
create index reminder_deliveries_of_device on private.reminder_deliveries (device_id);

alter table private.reminder_deliveries enable row level security;

create policy "Nobody reads what is on its way"
  on private.reminder_deliveries for select to anon, authenticated using (false);

create table private.reminder_rounds (
  day date primary key,
  after uuid,
  is_done boolean not null default false
);

comment on table private.reminder_rounds is
  'How far today''s round through all customers has come. The round looks for what the day brings.';
comment on column private.reminder_rounds.day is 'The day (UTC+8).';
comment on column private.reminder_rounds.after is 'The last customer it reached, while others remain.';
comment on column private.reminder_rounds.is_done is 'Whether nobody is left.';

alter table private.reminder_rounds enable row level security;

create policy "Nobody reads how far the round is"
  on private.reminder_rounds for select to anon, authenticated using (false);

-- The keys are in the Vault, as one secret: a dump of these tables has none of them.
create function private.push_settings() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if to_regclass('vault.decrypted_secrets') is null then
    return null;
  end if;
  return (
    select s.decrypted_secret::jsonb from vault.decrypted_secrets s where s.name = 'stampcard_reminders'
  );
end
$$;
comment on function private.push_settings() is
  'What `npm run store -- reminders` has set up: keys, the addresses of the function and the site. Null until then.';
grant execute on function private.push_settings() to service_role;

-- The customer's side.

create function private.has_session(device private.push_devices) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.sessions s where s.id = device.session_id and s.user_id = device.user_id
  )
$$;
comment on function private.has_session(private.push_devices) is
  'Whether its owner is still signed in on that phone.';

create function private.push_device(endpoint text) returns table (server_key text, kinds text[])
language sql stable security definer set search_path = ''
as $$
  select settings.value ->> 'public_key', d.kinds
    from (select private.push_settings() as value) as settings
      left join private.push_devices d
        on d.endpoint = push_device.endpoint and d.user_id = (select auth.uid()) and private.has_session(d)
    where settings.value is not null
$$;
comment on function private.push_device(text) is
  'Does the work of public.push_device, with the rights it needs.';
grant execute on function private.push_device(text) to authenticated;

create function public.push_device(endpoint text default null)
returns table (server_key text, kinds text[])
language sql stable security invoker set search_path = ''
as $$
  select * from private.push_device(endpoint) where private.check_size(endpoint, 5000)
$$;
comment on function public.push_device(text) is
  'The key that a phone subscribes with, and what the phone with this subscription is notified of; null if it is not the caller''s, or the session it was saved with has ended. No row if reminders are not set up.';
grant execute on function public.push_device(text) to authenticated;

create function private.save_push_device(
  endpoint text, public_key text, auth_secret text, kinds text[]
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  at_most constant integer := 20;
  caller uuid := auth.uid();
  session uuid := private.read_uuid(
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id'
  );
begin
  if session is null or not private.lock_customer(caller) then
    perform private.refuse('403', 'sign_in_first', 'Please sign in first: a phone is told of its owner''s cards.');
  end if;
  -- Two people saving at once would not see each other's row.
  perform pg_advisory_xact_lock(hashtextextended('phone ' || save_push_device.endpoint, 0));
  -- The last person to turn it on here has it; what was on its way to the one before is not for them.
  delete from private.push_devices d
    where d.endpoint = save_push_device.endpoint and d.user_id <> caller;
  insert into private.push_devices (user_id, session_id, endpoint, public_key, auth_secret, kinds)
    values (caller, session, save_push_device.endpoint, save_push_device.public_key,
      save_push_device.auth_secret, array(select distinct k from unnest(save_push_device.kinds) as k))
    on conflict on constraint push_devices_endpoint_key do update
      set session_id = excluded.session_id, public_key = excluded.public_key,
        auth_secret = excluded.auth_secret, kinds = excluded.kinds, saved_at = now();
  delete from private.push_devices d where d.id in (
    select own.id from private.push_devices own where own.user_id = caller
      order by own.saved_at desc, own.id desc offset at_most
  );
exception when check_violation or not_null_violation then
  perform private.refuse('422', 'bad_device', 'Notifications can''t be sent to this browser.');
end
$$;
comment on function private.save_push_device(text, text, text, text[]) is
  'Does the work of public.save_push_device, with the rights it needs.';
grant execute on function private.save_push_device(text, text, text, text[]) to authenticated;

create function public.save_push_device(
  endpoint text, public_key text, auth_secret text, kinds text[]
) returns void
language sql security invoker set search_path = ''
as $$
  select private.save_push_device(endpoint, public_key, auth_secret, kinds)
    where private.check_size((endpoint, public_key, auth_secret, kinds), 5000)
$$;
comment on function public.save_push_device(text, text, text, text[]) is
  'Sets what the caller''s phone with this subscription is notified of, as long as the session there lasts. Beyond 20 phones, the one saved longest ago goes.';
grant execute on function public.save_push_device(text, text, text, text[]) to authenticated;

create function private.drop_push_device(endpoint text) returns void
language sql security definer set search_path = ''
as $$
  delete from private.push_devices d
    where d.endpoint = drop_push_device.endpoint and d.user_id = (select auth.uid())
$$;
comment on function private.drop_push_device(text) is
  'Does the work of public.drop_push_device, with the rights it needs.';
grant execute on function private.drop_push_device(text) to authenticated;

create function public.drop_push_device(endpoint text) returns void
language sql security invoker set search_path = ''
as $$
  select private.drop_push_device(endpoint) where private.check_size(endpoint, 5000)
$$;
comment on function public.drop_push_device(text) is
  'Turns notifications off for the caller''s phone with this subscription.';
grant execute on function public.drop_push_device(text) to authenticated;

-- What fills the outbox.

create function private.reminder_time(instant timestamptz) returns timestamptz
language sql immutable set search_path = ''
as $$
  select case
      when local.hour >= 21 then (local.day + 1 + time '08:00') at time zone interval '8 hours'
      when local.hour < 8 then (local.day + time '08:00') at time zone interval '8 hours'
      else instant
    end
    from (
      select private.app_day(instant) as day,
          extract(hour from instant at time zone interval '8 hours') as hour
    ) as local
$$;
comment on function private.reminder_time(timestamptz) is
  'The next moment at which somebody may be reminded: none from 9 PM to 8 AM (UTC+8).';

create function private.queue_reminders(
  kind text, people uuid[], reward_ids bigint[], event_id bigint default null
) returns void
language sql security definer set search_path = ''
as $$
  with due as (
    select moment.at, private.app_day(moment.at) as day
      from (select private.reminder_time(now()) as at) as moment
  ),
  made as (
    insert into private.reminders (user_id, kind, day, reward_id, event_id)
      select person.id, queue_reminders.kind, due.day, person.reward_id, queue_reminders.event_id
        from due
          cross join unnest(people, reward_ids) as person (id, reward_id)
        where exists (
            select from private.push_devices d
              where d.user_id = person.id and queue_reminders.kind = any (d.kinds)
          )
          -- A reference to what is being deleted would wait for that, and then fail.
          and exists (select from auth.users u where u.id = person.id for key share skip locked)
          and (person.reward_id is null or exists (
            select from public.rewards r where r.id = person.reward_id for key share skip locked
          ))
      on conflict do nothing
      returning id, user_id
  )
  insert into private.reminder_deliveries (reminder_id, device_id, next_at)
    select made.id, d.id, due.at
      from due cross join made
        join private.push_devices d on d.user_id = made.user_id and queue_reminders.kind = any (d.kinds)
      -- A phone that is being removed gets nothing, and nobody waits for it.
      for key share of d skip locked
$$;
comment on function private.queue_reminders(text, uuid[], bigint[], bigint) is
  'Puts a reminder of this kind into the outbox, one per phone, for each of these people who wants it and has none of that kind today. It waits for nothing, since a till that gives a stamp runs it. That is safe: the round only adds other kinds, and the senders count how many a person gets.';

create function private.is_offered(reward public.rewards) returns boolean
language sql stable security definer set search_path = ''
as $$
  select (reward.date_start is null or private.app_day(reward.date_start) <= private.app_day(now()))
    and not private.is_over(reward.date_end)
    and exists (select from public.stores s where s.id = reward.store_id and not s.suspended)
$$;
comment on function private.is_offered(public.rewards) is
  'Whether a reward is available today, at a store that takes part.';

create function private.stamps_missing(person uuid, reward public.rewards) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(reward.stamps_needed, 10) - coalesce(sum(s.stamp_count), 0)
    from public.stamps s
    where s.user_id = person and s.store_id = reward.store_id and s.redemption_id is null
$$;
comment on function private.stamps_missing(uuid, public.rewards) is
  'How many stamps a person lacks for a reward; zero or fewer if it is ready.';

create function private.remind_of_stamps() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  card record;
begin
  for card in
    select distinct on (holder.user_id, holder.store_id) holder.user_id, r.id as reward_id,
        needs.missing <= 0 as is_ready, needs.missing
      from (
        select distinct c.user_id, c.store_id from changed c
          where c.split_from is null and c.redemption_id is null and exists (
            select from private.push_devices d where d.user_id = c.user_id
              and d.kinds && array['reward_ready', 'almost_there']
          )
      ) as holder
        join public.rewards r on r.store_id = holder.store_id and private.is_offered(r)
        cross join lateral (select private.stamps_missing(holder.user_id, r) as missing) as needs
      -- The largest that is ready, or else the next one, as on the cards (public.my_cards).
      order by holder.user_id, holder.store_id, needs.missing <= 0 desc,
        abs(needs.missing), r.date_end desc, r.date_start desc, r.id desc
  loop
    -- A reminder, also the next morning's, that stopped being true before it was sent (a reward was redeemed
    -- at once, for example) makes room for what is true now, unless a sender is looking at it.
    delete from private.reminders r where r.id in (
      select untold.id from private.reminders untold
        where untold.user_id = card.user_id and untold.day >= private.app_day(now())
          and untold.counted_at is null and not private.is_due(untold)
        for update skip locked
    );
    if card.is_ready then
      perform private.queue_reminders('reward_ready', array[card.user_id], array[card.reward_id]);
    elsif card.missing < 3 then
      perform private.queue_reminders('almost_there', array[card.user_id], array[card.reward_id]);
    end if;
  end loop;
  return null;
exception when others then
  -- Even if reminding fails, what was given stays given.
  raise warning 'A customer is not reminded: %', sqlerrm;
  return null;
end
$$;
comment on function private.remind_of_stamps() is
  'Reminds customers who got stamps of the reward that these are enough for, or nearly. Never fails.';

create trigger remind_of_stamps
  after insert on public.stamps referencing new table as changed
  for each statement execute function private.remind_of_stamps();

create function private.queue_daily_reminders(at_most integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  today date := private.app_day(now());
  round private.reminder_rounds;
  people uuid[];
  held record;
  event_id bigint;
  highlight bigint;
begin
  insert into private.reminder_rounds (day) values (today) on conflict do nothing;
  -- Of two senders, only one does the round.
  select * into round from private.reminder_rounds r
    where r.day = today and not r.is_done for update skip locked;
  if not found then
    return 0;
  end if;
  people := array(
    select distinct d.user_id from private.push_devices d
      where round.after is null or d.user_id > round.after
      order by 1 limit queue_daily_reminders.at_most
  );
  -- Nothing here waits for a removal. A message on its way to such a phone goes when it is taken.
  delete from private.push_devices where id in (
    select p.id from private.push_devices p join auth.users u on u.id = p.user_id
      where p.user_id = any (people) and not private.has_session(p)
        and not exists (select from private.reminder_deliveries d where d.device_id = p.id)
      for key share of u skip locked for update of p skip locked
  );

  select array_agg(card.user_id) as people, array_agg(card.reward_id) as reward_ids into held
    from (
      select distinct on (own.user_id) own.user_id, r.id as reward_id
        from (
          select s.user_id, s.store_id, sum(s.stamp_count) as stamps from public.stamps s
            where s.user_id = any (people) and s.redemption_id is null group by 1, 2
        ) as own
          join public.rewards r on r.store_id = own.store_id
            and private.app_day(r.date_end) = today + 2 and private.is_offered(r)
        -- Ready rewards come first, the largest of them; then those with the fewest stamps missing.
        order by own.user_id, own.stamps >= coalesce(r.stamps_needed, 10) desc,
          abs(coalesce(r.stamps_needed, 10) - own.stamps), r.id
    ) as card;
  perform private.queue_reminders('card_ends', held.people, held.reward_ids);

  select e.id into event_id from public.events e
    where e.date >= (today + 1)::timestamp at time zone interval '8 hours'
      and e.date < (today + 2)::timestamp at time zone interval '8 hours'
    order by e.date, e.id limit 1;
  if event_id is not null then
    perform private.queue_reminders('event_tomorrow', people, null, event_id);
  end if;

  if extract(isodow from today) = 5 then
    -- The newest reward of a store that the day draws: if it were the newest of all, a store could be named
    -- every week by entering one on Thursday.
    select newest.id into highlight
      from (
          select s.id, hashint8extended(s.id, today - date '2000-01-01') as draw
            from public.stores s where not s.suspended order by draw
        ) as drawn
        cross join lateral (
          select r.id from public.rewards r
            where r.store_id = drawn.id and private.is_offered(r) order by r.id desc limit 1
        ) as newest
      order by drawn.draw limit 1;
    if highlight is not null then
      perform private.queue_reminders(
        'friday_highlights', people, array_fill(highlight, array[cardinality(people)])
      );
    end if;
  end if;

  update private.reminder_rounds r
    -- Null once nobody is left: the last one may delete their account.
    set after = people[queue_daily_reminders.at_most],
      is_done = cardinality(people) < queue_daily_reminders.at_most
    where r.day = today;
  delete from private.reminder_rounds r where r.day < today;
  return cardinality(people);
end
$$;
comment on function private.queue_daily_reminders(integer) is
  'Continues today''s round: puts what the day brings into the outbox for at most this many more people, and says for how many.';

-- What empties it.

create function private.is_due(reminder private.reminders) returns boolean
language sql stable security definer set search_path = ''
as $$
  select reminder.day >= private.app_day(now()) and case reminder.kind
    when 'event_tomorrow' then exists (
      select from public.events e
        where e.id = reminder.event_id and private.app_day(e.date) = reminder.day + 1
    )
    else exists (
      select from public.rewards r
        where r.id = reminder.reward_id and private.is_offered(r) and case reminder.kind
          when 'reward_ready' then private.stamps_missing(reminder.user_id, r) <= 0
          when 'almost_there' then private.stamps_missing(reminder.user_id, r) between 1 and 2
          when 'card_ends' then private.app_day(r.date_end) = reminder.day + 2 and exists (
            select from public.stamps s
              where s.user_id = reminder.user_id and s.store_id = r.store_id and s.redemption_id is null
          )
          else true
        end
    )
  end
$$;
comment on function private.is_due(private.reminders) is
  'Whether a reminder is still true: its day is not over, and nothing was redeemed, taken back or called off meanwhile. One for the next morning counts too.';

create function private.rewards_ready(person uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(*) from (
      select s.store_id, sum(s.stamp_count) as stamps from public.stamps s
        where s.user_id = person and s.redemption_id is null group by 1
    ) as card
    join public.rewards r on r.store_id = card.store_id
      and card.stamps >= coalesce(r.stamps_needed, 10) and private.is_offered(r)
$$;
comment on function private.rewards_ready(uuid) is 'How many rewards a person can redeem today: the icon''s badge.';

create function private.take_reminders(at_most integer)
returns table (
  id bigint, kind text, endpoint text, public_key text, auth_secret text, seconds_left integer,
  ready bigint, reward_id bigint, reward_title text, store_id bigint, store_name text,
  event_id bigint, event_name text
)
language plpgsql security definer set search_path = ''
as $$
declare
  today date := private.app_day(now());
  taken bigint[];
begin
  if private.reminder_time(now()) > now() then
    return;
  end if;
  -- For well under the eight seconds that a request may take, even on a busy server.
  while private.queue_daily_reminders(1000) > 0 and clock_timestamp() < now() + interval '2 seconds' loop
    null;
  end loop;
  delete from private.reminders r where r.id in (
    select old.id from private.reminders old where old.day < today - 30 limit 1000
      -- Does not wait for an account or reward that is being deleted with them.
      for update skip locked
  );
  taken := array(
    select d.id from private.reminder_deliveries d join private.reminders r on r.id = d.reminder_id
      where d.dead_at is null and d.next_at <= now()
      order by d.next_at, d.id limit least(greatest(take_reminders.at_most, 1), 1000)
      -- Deleting an account or a reward begins with its reminders, so it waits for this sender there, and
      -- not at the deliveries, where this sender would wait for it.
      for key share of r skip locked for update of d skip locked
  );
  update private.reminder_deliveries d set dead_at = now() from private.reminders r
    where d.id = any (taken) and r.id = d.reminder_id and r.day < today;
  -- The round removes the phone: deleting an account locks it, then waits for the reminder locked here.
  delete from private.reminder_deliveries d using private.reminders r, private.push_devices p
    where d.id = any (taken) and d.dead_at is null and r.id = d.reminder_id and p.id = d.device_id
      and (not private.has_session(p) or not private.is_due(r));
  -- One sender counts at a time.
  perform pg_advisory_xact_lock(hashtextextended('private.reminders', 0));
  update private.reminders r set counted_at = now() from (
      select waiting.id, row_number() over (
            partition by waiting.user_id order by waiting.kind = 'reward_ready', waiting.id
          ) + (
            select count(*) from private.reminders had
              where had.user_id = waiting.user_id and had.day = today
                and had.counted_at is not null and had.kind <> 'reward_ready'
          ) as place
        from private.reminders waiting
        where waiting.counted_at is null and waiting.id in (
          select d.reminder_id from private.reminder_deliveries d where d.id = any (taken) and d.dead_at is null
        )
    ) as next
    where r.id = next.id and (r.kind = 'reward_ready' or next.place <= 2);
  delete from private.reminder_deliveries d using private.reminders r
    where d.id = any (taken) and d.dead_at is null and r.id = d.reminder_id and r.counted_at is null;
  return query
    -- A sender that has not reported after five minutes loses it: the next one takes it again.
    with sent as (
      update private.reminder_deliveries d
        set attempts = d.attempts + 1, next_at = now() + interval '5 minutes'
        where d.id = any (taken) and d.dead_at is null
        returning d.id, d.reminder_id, d.device_id
    )
    select sent.id, r.kind, p.endpoint, p.public_key, p.auth_secret,
        greatest(60,
          extract(epoch from (today + time '21:00') at time zone interval '8 hours' - now())::integer),
        private.rewards_ready(r.user_id), r.reward_id, w.title, w.store_id, w.store_name,
        r.event_id, coalesce(nullif(btrim(e.name), ''), nullif(btrim(e.title), ''))
      from sent
        join private.reminders r on r.id = sent.reminder_id
        join private.push_devices p on p.id = sent.device_id
        left join public.rewards w on w.id = r.reward_id
        left join public.events e on e.id = r.event_id;
end
$$;
comment on function private.take_reminders(integer) is
  'Does the work of public.take_reminders, with the rights it needs.';
grant execute on function private.take_reminders(integer) to service_role;

create function public.take_reminders(at_most integer)
returns table (
  id bigint, kind text, endpoint text, public_key text, auth_secret text, seconds_left integer,
  ready bigint, reward_id bigint, reward_title text, store_id bigint, store_name text,
  event_id bigint, event_name text
)
language sql security invoker set search_path = ''
as $$
  select * from private.take_reminders(at_most)
$$;
comment on function public.take_reminders(integer) is
  'Called with the secret key: messages that are due, for this sender alone. None at night. First continues today''s round.';
grant execute on function public.take_reminders(integer) to service_role;

create function private.report_reminders(results jsonb) returns void
language sql security definer set search_path = ''
as $$
  with staying as (
    select d.id from jsonb_array_elements(results) as result
        join private.reminder_deliveries d on d.id = private.read_id(result ->> 'id')
        join private.reminders r on r.id = d.reminder_id
        join private.push_devices p on p.id = d.device_id
      -- Nothing here waits for a removal: of two that wait for each other one fails, and everything in a
      -- failed report is sent again. A phone that stays goes with its next message.
      for key share of r, p skip locked
  ),
  said as (
    select d.id, d.device_id, result ->> 'outcome' as outcome,
        private.read_id(result ->> 'status') as status, private.read_id(result ->> 'retry_after') as seconds
      from jsonb_array_elements(results) as result
        join private.reminder_deliveries d on d.id = private.read_id(result ->> 'id')
      where d.id in (select staying.id from staying) order by d.id
      -- Waits only for a sender that came upon it as it was taken; a sender waits for no report.
      for update of d
  ),
  held as (
    select d.id, d.device_id from private.reminder_deliveries d
      where d.device_id in (select said.device_id from said where said.outcome = 'gone') for update skip locked
  ),
  gone as (
    delete from private.push_devices where id in (
      select p.id from private.push_devices p
        where p.id in (select held.device_id from held) and not exists (
          select from private.reminder_deliveries d
            where d.device_id = p.id and d.id not in (select held.id from held)
        )
        for update skip locked
    )
  ),
  there as (
    delete from private.reminder_deliveries d using said where d.id = said.id and said.outcome = 'sent'
  )
  update private.reminder_deliveries d
    set last_status = said.status,
      dead_at = case said.outcome when 'never' then now() end,
      next_at = now() + least(interval '6 hours', greatest(
        make_interval(secs => least(coalesce(said.seconds, 0), 21600)),
        interval '30 seconds' * (2 ^ least(d.attempts, 10))
      ))
    from said
    where d.id = said.id and said.outcome in ('later', 'never')
$$;
comment on function private.report_reminders(jsonb) is
  'Does the work of public.report_reminders, with the rights it needs.';
grant execute on function private.report_reminders(jsonb) to service_role;

create function public.report_reminders(results jsonb) returns void
language sql security invoker set search_path = ''
as $$
  select private.report_reminders(results) where private.check_size(results, 200000)
$$;
comment on function public.report_reminders(jsonb) is
  'Called with the secret key: what became of messages that were taken, as {id, outcome, status, retry_after}. sent; gone: the phone''s subscription goes too; later: tried again, not before retry_after seconds; never: a dead letter.';
grant execute on function public.report_reminders(jsonb) to service_role;

-- Well within the two seconds of CPU time that a platform allows one call: encrypting each takes 2 ms.
create function private.reminders_of_one_call() returns integer
language sql immutable set search_path = ''
as $$
  select 200
$$;
comment on function private.reminders_of_one_call() is
  'How many messages one call of the function `notify` sends.';
grant execute on function private.reminders_of_one_call() to service_role;

create function public.push_settings() returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select private.push_settings() || jsonb_build_object('of_one_call', private.reminders_of_one_call())
$$;
comment on function public.push_settings() is
  'Called with the secret key: what the function `notify` works with. Null if reminders are not set up.';
grant execute on function public.push_settings() to service_role;

-- Once a minute, by pg_cron and pg_net if the project has them. Otherwise a schedule elsewhere calls it.
create function private.call_notify() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  of_one_call constant integer := private.reminders_of_one_call();
  -- How many may run at once.
  at_once constant integer := 50;
  settings jsonb := private.push_settings();
  waiting integer;
  calls integer;
begin
  if settings is null or private.reminder_time(now()) > now() then
    return 0;
  end if;
  select count(*) into waiting from (
    select from private.reminder_deliveries d
      where d.dead_at is null and d.next_at <= now() limit of_one_call * at_once
  ) as due;
  calls := ceil(waiting::numeric / of_one_call);
  if not exists (
    select from private.reminder_rounds r where r.day = private.app_day(now()) and r.is_done
  ) then
    calls := greatest(calls, 1);
  end if;
  for i in 1 .. calls loop
    perform net.http_post(
      settings ->> 'function_url', '{}'::jsonb, '{}'::jsonb,
      jsonb_build_object('authorization', 'Bearer ' || (settings ->> 'call_secret')), 60000
    );
  end loop;
  return calls;
end
$$;
comment on function private.call_notify() is
  'Calls the function `notify` as often as there is work for. For pg_cron.';

create function private.set_up_reminders(settings jsonb, replace boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  present jsonb;
  wanted jsonb := settings;
  is_scheduled boolean := false;
begin
  if to_regclass('vault.decrypted_secrets') is null then
    perform private.refuse('422', 'no_vault', 'This project has no Vault: turn on the extension supabase_vault.');
  end if;
  present := private.push_settings();
  if present is not null and not set_up_reminders.replace then
    -- Phones have subscribed with these keys.
    wanted := settings || jsonb_build_object('public_key', present -> 'public_key',
      'private_key', present -> 'private_key', 'call_secret', present -> 'call_secret');
  end if;
  if present is null then
    perform vault.create_secret(wanted::text, 'stampcard_reminders');
  else
    perform vault.update_secret(s.id, wanted::text)
      from vault.decrypted_secrets s where s.name = 'stampcard_reminders';
  end if;
  delete from private.push_devices
    where wanted ->> 'public_key' is distinct from present ->> 'public_key';
  if to_regprocedure('cron.schedule(text, text, text)') is not null
     and to_regprocedure('net.http_post(text, jsonb, jsonb, jsonb, integer)') is not null then
    perform cron.schedule('stampcard_reminders', '* * * * *', 'select private.call_notify()');
    is_scheduled := true;
  end if;
  return jsonb_build_object('public_key', wanted -> 'public_key',
    'changed', wanted is distinct from present, 'is_scheduled', is_scheduled,
    'call_secret', case when not is_scheduled then wanted -> 'call_secret' end);
end
$$;
comment on function private.set_up_reminders(jsonb, boolean) is
  'Does the work of public.set_up_reminders, with the rights it needs.';
grant execute on function private.set_up_reminders(jsonb, boolean) to service_role;

create function public.set_up_reminders(settings jsonb, replace boolean default false) returns jsonb
language sql security invoker set search_path = ''
as $$
  select private.set_up_reminders(settings, replace) where private.check_size(settings, 10000)
$$;
comment on function public.set_up_reminders(jsonb, boolean) is
  'Called with the secret key: puts public_key, private_key, call_secret, function_url and site into the Vault, and has the function called every minute. Existing keys stay, unless they are to be replaced: then reminders have to be turned on again on every phone.';
grant execute on function public.set_up_reminders(jsonb, boolean) to service_role;

-- What is the customer's stays the customer's, first half: they see what is kept about them, in sums and
-- all of it. Both functions ask whether the account is still there: the log of the tills outlives it, and
-- so does a token, for an hour.

-- What the tills did and were refused for one customer, in the order of the log.
create index if not exists till_log_of_customer on private.till_log (customer_id, id)
  where customer_id is not null;
create index if not exists reward_photos_of_uploader on private.reward_photos (uploaded_by)
  where uploaded_by is not null;

create function private.own_ids(person uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array_agg(own.id)
    from (
      select own_ids.person as id
      union all select f.guest_id from private.former_guests f where f.user_id = own_ids.person
    ) as own
$$;
comment on function private.own_ids(uuid) is
  'The ids under which the log of the tills knows a person: their own, and those of the guests they were.';
revoke execute on function private.own_ids(uuid) from public, anon, authenticated;

create function private.known_about_me()
returns table (
  account_since timestamptz,
  sign_in_ways text[],
  stamps_held bigint,
  cards bigint,
  stamps_spent bigint,
  redemptions bigint,
  scans bigint,
  last_scan_at timestamptz,
  seen_by text[],
  seen_by_count bigint,
  works_at text[]
)
language sql stable security definer set search_path = ''
as $$
  select person.created_at,
      array(select distinct i.provider from auth.identities i where i.user_id = person.id order by 1),
      collected.held, collected.cards, collected.spent, redeemed.rewards, scanned.calls, scanned.newest,
      coalesce(seen.names[:50], '{}'), seen.stores,
      array(
        select s.name from public.store_members m join public.stores s on s.id = m.store_id
          where m.user_id = person.id order by s.name
      )
    from (select u.id, u.created_at from auth.users u where u.id = (select auth.uid())) as person
      cross join lateral (
        select coalesce(sum(s.stamp_count) filter (where s.redemption_id is null), 0) as held,
            coalesce(sum(s.stamp_count) filter (where s.redemption_id is not null), 0) as spent,
            count(distinct s.store_id) filter (where s.redemption_id is null) as cards
          from public.stamps s where s.user_id = person.id
      ) as collected
      cross join lateral (
        select count(*) as rewards from public.redemptions r where r.user_id = person.id
      ) as redeemed
      cross join lateral (
        select count(*) as calls, max(l.happened_at) as newest
          from private.till_log l where l.customer_id = any (private.own_ids(person.id))
      ) as scanned
      cross join lateral (
        select array_agg(s.name order by s.name, s.id) as names, count(*) as stores
          from public.stores s
          where s.id in (
            select l.store_id from private.till_log l where l.customer_id = any (private.own_ids(person.id))
            union select t.store_id from public.stamps t where t.user_id = person.id
            union select r.store_id from public.redemptions r where r.user_id = person.id
          )
      ) as seen
$$;
comment on function private.known_about_me() is
  'The work of public.known_about_me, with the rights it needs.';
revoke execute on function private.known_about_me() from public, anon;
grant execute on function private.known_about_me() to authenticated;

-- What the interface exposes has no rights of its own.
create function public.known_about_me()
returns table (
  account_since timestamptz,
  sign_in_ways text[],
  stamps_held bigint,
  cards bigint,
  stamps_spent bigint,
  redemptions bigint,
  scans bigint,
  last_scan_at timestamptz,
  seen_by text[],
  seen_by_count bigint,
  works_at text[]
)
language sql stable security invoker set search_path = ''
as $$
  select * from private.known_about_me()
$$;
comment on function public.known_about_me() is
  'What is kept about the caller, in one row of sums: since when, how they sign in, stamps, rewards, what tills did and were refused, the first 50 of the stores that did it, and where they work. No row without an account.';
revoke execute on function public.known_about_me() from public, anon;
grant execute on function public.known_about_me() to authenticated;

create function private.my_account(person uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'account', (
      select jsonb_build_object('id', u.id, 'email', u.email, 'created_at', u.created_at,
          'last_sign_in_at', u.last_sign_in_at, 'full_name', u.raw_user_meta_data -> 'full_name',
          'user_metadata', u.raw_user_meta_data)
        from auth.users u where u.id = person
    ),
    'ways_in', coalesce((
      select jsonb_agg(jsonb_build_object('provider', i.provider,
            'email', i.identity_data -> 'email', 'created_at', i.created_at,
            'last_sign_in_at', i.last_sign_in_at, 'identity_data', i.identity_data)
          order by i.created_at, i.provider)
        from auth.identities i where i.user_id = person
    ), '[]'),
    -- By name, since a version of the auth service may lack a column. What opens the session stays inside.
    'sessions', coalesce((
      select jsonb_agg(jsonb_build_object('created_at', session -> 'created_at',
            'refreshed_at', session -> 'refreshed_at', 'user_agent', session -> 'user_agent',
            'ip', session -> 'ip')
          order by session ->> 'created_at')
        from (select to_jsonb(s) as session from auth.sessions s where s.user_id = person) as mine
    ), '[]'),
    'works_at', coalesce((
      select jsonb_agg(jsonb_build_object('store_id', s.id, 'store_name', s.name,
            'since', m.created_at) order by s.id)
        from public.store_members m join public.stores s on s.id = m.store_id
        where m.user_id = person
    ), '[]'),
    'guest_cards', coalesce((
      select jsonb_agg(to_jsonb(f) - 'user_id' - 'secret' order by f.moved_at, f.guest_id)
        from private.former_guests f where f.user_id = person
    ), '[]'),
    'open_codes', coalesce((
      select jsonb_agg(to_jsonb(o) - 'user_id' order by o.opened_at, o.reward_id)
        from private.redemption_openings o where o.user_id = person
    ), '[]'),
    'till_answers', coalesce((
      select jsonb_agg(jsonb_build_object('request_id', c.request_id, 'created_at', c.created_at,
            'answer', c.answer) order by c.created_at, c.request_id)
        from private.counter_calls c where c.customer_id = person
    ), '[]'),
    'photos', coalesce((
      select jsonb_agg(to_jsonb(p) - 'uploaded_by' order by p.uploaded_at, p.name)
        from private.reward_photos p where p.uploaded_by = person
    ), '[]')
  )
$$;
comment on function private.my_account(uuid) is
  'All that is kept about a person beside stamps, redemptions and scans. No hash, no token, no secret.';
revoke execute on function private.my_account(uuid) from public, anon, authenticated;

create function private.my_data(part text, after bigint, page_size integer)
returns table (id bigint, entry jsonb)
language plpgsql stable security definer set search_path = ''
as $$
declare
  me uuid := (select u.id from auth.users u where u.id = auth.uid());
  ids uuid[] := private.own_ids(me);
  behind bigint := coalesce(my_data.after, 0);
  at_most integer := least(greatest(coalesce(my_data.page_size, 1000), 1), 1000);
begin
  case my_data.part
    when 'account' then
      return query select 1::bigint, private.my_account(me) where me is not null and behind < 1;
    -- By `id + 0`, or a page is looked for along the ids of everybody: a second where a customer's rows
    -- are few among a million. Which ids are on the page comes first, the rows afterwards.
    when 'stamps' then
      return query select s.id, to_jsonb(s) - 'user_id'
        from (
          select t.id from public.stamps t where t.user_id = me and t.id > behind
            order by t.id + 0 limit at_most
        ) as page join public.stamps s on s.id = page.id
        order by s.id;
    when 'redemptions' then
      return query select r.id, to_jsonb(r) - 'user_id'
        from (
          select t.id from public.redemptions t where t.user_id = me and t.id > behind
            order by t.id + 0 limit at_most
        ) as page join public.redemptions r on r.id = page.id
        order by r.id;
    when 'scans' then
      -- Not who did it: that is about the member.
      return query select l.id, jsonb_build_object('id', l.id, 'happened_at', l.happened_at,
          'store_id', l.store_id, 'store_name', s.name, 'call', l.call, 'outcome', l.outcome,
          'stamp_count', l.stamp_count, 'invoice', l.invoice, 'reward_id', l.reward_id,
          'stamp_id', l.stamp_id, 'redemption_id', l.redemption_id)
        from (
          select t.id from private.till_log t where t.customer_id = any (ids) and t.id > behind
            order by t.id + 0 limit at_most
        ) as page join private.till_log l on l.id = page.id
          left join public.stores s on s.id = l.store_id
        order by l.id;
    else
      perform private.refuse('422', 'unknown_part',
        'There is no such part. The parts are account, stamps, redemptions and scans.');
  end case;
end
$$;
comment on function private.my_data(text, bigint, integer) is
  'The work of public.my_data, with the rights it needs.';
revoke execute on function private.my_data(text, bigint, integer) from public, anon;
grant execute on function private.my_data(text, bigint, integer) to authenticated;

create function public.my_data(part text, after bigint default 0, page_size integer default 1000)
returns table (id bigint, entry jsonb)
language sql stable security invoker set search_path = ''
as $$
  select * from private.my_data(part, after, page_size)
$$;
comment on function public.my_data(text, bigint, integer) is
  'All that is kept about the caller and about nobody else, part by part: account (one row), stamps, redemptions, scans. 1000 rows at most, by ascending id; the next page is after the last id.';
revoke execute on function public.my_data(text, bigint, integer) from public, anon;
grant execute on function public.my_data(text, bigint, integer) to authenticated;

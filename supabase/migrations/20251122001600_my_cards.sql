-- How far a customer is, at every store: one row a card, and what can be had there now.

create function public.my_cards()
returns table (
  store_id bigint,
  store_name text,
  store_logo_url text,
  suspended boolean,
  stamp_count bigint,
  metadata jsonb,
  ready_id bigint,
  ready_title text
)
language sql stable security invoker set search_path = ''
as $$
  select card.store_id, store.name, store.logo_url, store.suspended, card.held, card.metadata,
      ready.id, ready.title
    from (
        select s.store_id, sum(s.stamp_count) as held, max(s.created_at) as newest,
            (array_agg(s.metadata order by s.created_at desc, s.id desc))[1] as metadata
          from public.stamps s
          where s.user_id = (select auth.uid()) and s.redemption_id is null
          group by s.store_id
          order by newest desc, s.store_id
          limit 200
      ) as card
      join public.stores store on store.id = card.store_id
      -- The day is UTC+8, whatever the zone.
      cross join (
        select (now() at time zone interval '8 hours')::date::timestamp at time zone interval '8 hours'
          as begins
      ) as today
      -- The first of those that ready_rewards() would answer for this store.
      left join lateral (
        select r.id, r.title from public.rewards r
          where r.store_id = card.store_id and not store.suspended
            and card.held >= coalesce(r.stamps_needed, 10)
            and (r.date_start is null or r.date_start < today.begins + interval '1 day')
            and (r.date_end is null or r.date_end >= today.begins)
          order by r.date_end, r.date_start, r.id
          limit 1
      ) as ready on true
    order by card.newest desc, card.store_id
$$;
comment on function public.my_cards() is
  'The caller''s cards, the newest stamp''s first, at most 200: the store, its unspent stamps, the newest record''s metadata, and the reward of today that they are enough for, if any. Under the caller''s own rights.';
revoke execute on function public.my_cards() from public, anon;
grant execute on function public.my_cards() to authenticated;

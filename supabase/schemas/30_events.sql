-- Events that customers browse.

create table public.events (
  id bigint generated always as identity primary key,
  name text check (length(name) <= 200),
  title text check (length(title) <= 500),
  date timestamptz,
  photo text check (length(photo) <= 2000)
    constraint events_photo_address check (private.is_photo_address(photo)),
  created_at timestamptz not null default now()
);

comment on table public.events is 'Something that happens in the neighborhood.';
comment on column public.events.id is 'Opaque to the customer''s app.';
comment on column public.events.name is 'Null shows ''Untitled event''.';
comment on column public.events.title is 'A second line under the name.';
comment on column public.events.date is
  'When it begins; midnight in UTC+8 is a day without a time. Null: not set, and not listed as upcoming.';
comment on column public.events.photo is
  'https address, or a picture in the bucket; null shows a drawing.';
comment on column public.events.created_at is 'When the event was entered.';

-- In the order of the list, page by page (20_rewards.sql).
create index events_by_date on public.events (date, id);

alter table public.events enable row level security;
grant select on table public.events to anon, authenticated;
grant all on table public.events to service_role;

create policy "Everybody reads the events"
  on public.events for select to anon, authenticated using (true);

-- Lists are read page by page, each from where the last one ended. Fast is what an index answers as one
-- range, in the order of the list; a condition on the start that may be null is none, and `or` reads
-- every row up to where it begins to hold.
--
-- Measured with 1.28 million rewards: a million of them not yet started, 100,000 of one start and end.
--   date_end=gte, or=(date_start.is.null,date_start.lte)        over the million  519 ms
--   date_end=gte, date_start=lte; another with date_start=is.null                 1.8 and 1.7 ms
--   or=(date_start.gt,date_start.is.null,…) as the cursor, without an end, 20,000 deep   21 ms
--   date_start=gte and or=(date_start.gt,and(date_start.eq,id.gt)), as deep             0.4 ms
--   the cursor within rewards of one start and end   0.3 ms for each 1,000 of them before it

-- There already where an operator built them beforehand (supabase/README.md, "A new version").
create index if not exists rewards_by_end on public.rewards (date_end, date_start, id);
create index if not exists rewards_without_end on public.rewards (date_start, id) where date_end is null;

create index if not exists events_by_date on public.events (date, id);
drop index public.events_date;

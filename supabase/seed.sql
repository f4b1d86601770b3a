-- A neighborhood to try the app with: stores, rewards and events in every state.
-- Ids are stable; every date is relative to today in UTC+8, so that the data is always current.
-- People are not seeded: the auth service creates them at their first sign-in.

-- Midnight of the app's day, the given number of days from today.
create or replace function pg_temp.day(days integer) returns timestamptz language sql as $$
  select ((now() at time zone interval '8 hours')::date + days)::timestamp at time zone interval '8 hours'
$$;

insert into public.stores (id, name, address, logo_url, suspended) overriding system value values
  (1, 'Kape Tayo', '14 Maginhawa Street, Teachers Village, Quezon City', '/demo/logo-kape-tayo.svg', false),
  (2, 'Mga Halo', '22 Kalayaan Avenue, Diliman, Quezon City', '/demo/logo-mga-halo.svg', false),
  (3, 'Lugawan ni Ben', '7 Malingap Street, Teachers Village, Quezon City', '/demo/logo-lugawan.svg', false),
  (4, 'Panaderia Aling Nena', '101 Matalino Street, Diliman, Quezon City', '/demo/logo-panaderia.svg', false),
  (5, 'Tsaa at Gatas', '48 Maginhawa Street, UP Village, Quezon City', '/demo/logo-tsaa.svg', false),
  (6, 'Pizza sa Kanto', '3 Mahusay Street, UP Village, Quezon City', null, false),
  (7, 'Burger Bukas', '66 Xavierville Avenue, Loyola Heights, Quezon City', null, false),
  (8, 'Pansit-Pansitan', '19 Magiting Street, Teachers Village, Quezon City', null, false),
  (9, 'Bulaklak & Co.', '5 Mapagkawanggawa Street, Teachers Village, Quezon City', null, false),
  (10, 'Gupit Kapitbahay', '88 Matahimik Street, Teachers Village, Quezon City', null, false),
  (11, 'Aklat Alamat', '31 Maginhawa Street, Teachers Village, Quezon City', null, false),
  -- Neither logo nor address.
  (12, 'Kusina ni Lola Ising', null, null, false),
  -- Suspended.
  (13, 'Kapihan sa Dulo', '2 Anonas Street, Project 3, Quezon City', null, true),
  (14, 'Keyk Kolektib', '57 Esteban Abada Street, Loyola Heights, Quezon City', null, false);

-- What each store is, where, and its hours: one until after midnight, one around the clock, one without.
update public.stores s
  set kind = place.kind, latitude = place.latitude, longitude = place.longitude, phone = place.phone,
      website = place.website, opening_hours = place.hours::jsonb,
      time_zone = case when place.hours is not null then 'Asia/Manila' end
  from (values
    (1, 'Coffee shop', 14.6410, 121.0611, '+63 2 8555 0101', 'https://kape-tayo.example',
      '{"mon": ["07:00-22:00"], "tue": ["07:00-22:00"], "wed": ["07:00-22:00"], "thu": ["07:00-22:00"], "fri": ["07:00-24:00"], "sat": ["08:00-24:00"], "sun": ["08:00-20:00"]}'),
    (2, 'Halo-halo', 14.6467, 121.0549, '+63 2 8555 0102', null,
      '{"tue": ["11:00-20:00"], "wed": ["11:00-20:00"], "thu": ["11:00-20:00"], "fri": ["11:00-21:00"], "sat": ["11:00-21:00"], "sun": ["11:00-20:00"]}'),
    (3, 'Lugawan', 14.6402, 121.0630, null, null,
      '{"mon": ["00:00-24:00"], "tue": ["00:00-24:00"], "wed": ["00:00-24:00"], "thu": ["00:00-24:00"], "fri": ["00:00-24:00"], "sat": ["00:00-24:00"], "sun": ["00:00-24:00"]}'),
    (4, 'Bakery', 14.6455, 121.0571, '+63 2 8555 0104', null,
      '{"mon": ["05:30-11:00", "14:00-19:00"], "tue": ["05:30-11:00", "14:00-19:00"], "wed": ["05:30-11:00", "14:00-19:00"], "thu": ["05:30-11:00", "14:00-19:00"], "fri": ["05:30-11:00", "14:00-19:00"], "sat": ["05:30-12:00"]}'),
    (5, 'Milk tea', 14.6432, 121.0598, null, 'https://tsaa-at-gatas.example',
      '{"mon": ["10:00-21:00"], "tue": ["10:00-21:00"], "wed": ["10:00-21:00"], "thu": ["10:00-21:00"], "fri": ["10:00-22:00"], "sat": ["10:00-22:00"], "sun": ["10:00-21:00"]}'),
    (6, 'Pizza', 14.6441, 121.0588, '+63 2 8555 0106', null,
      '{"wed": ["17:00-01:00"], "thu": ["17:00-01:00"], "fri": ["17:00-02:00"], "sat": ["17:00-02:00"], "sun": ["17:00-24:00"]}'),
    (8, 'Noodle house', 14.6421, 121.0641, '+63 2 8555 0108', null,
      '{"mon": ["10:00-21:00"], "tue": ["10:00-21:00"], "wed": ["10:00-21:00"], "thu": ["10:00-21:00"], "fri": ["10:00-21:00"]}'),
    (9, 'Florist', 14.6427, 121.0617, '+63 2 8555 0109', null, null),
    (10, 'Barber', 14.6438, 121.0629, '+63 2 8555 0110', null,
      '{"tue": ["09:00-19:00"], "wed": ["09:00-19:00"], "thu": ["09:00-19:00"], "fri": ["09:00-19:00"], "sat": ["08:00-20:00"], "sun": ["08:00-17:00"]}'),
    (11, 'Bookstore', 14.6417, 121.0606, '+63 2 8555 0111', 'https://aklat-alamat.example',
      '{"mon": ["10:00-20:00"], "tue": ["10:00-20:00"], "wed": ["10:00-20:00"], "thu": ["10:00-20:00"], "fri": ["10:00-20:00"], "sat": ["10:00-20:00"], "sun": ["10:00-20:00"]}'),
    (14, 'Bakery', 14.6361, 121.0752, null, null,
      '{"mon": ["09:00-18:00"], "tue": ["09:00-18:00"], "wed": ["09:00-18:00"], "thu": ["09:00-18:00"], "fri": ["09:00-18:00"], "sat": ["09:00-18:00"]}')
  ) as place (id, kind, latitude, longitude, phone, website, hours)
  where place.id = s.id;

insert into public.rewards (id, store_id, title, photo, stamps_needed, date_start, date_end) overriding system value values
  -- Kape Tayo: the card of 10, and one that ends today.
  (1, 1, 'Free kapeng barako', '/demo/barako.svg', 10, pg_temp.day(-30), pg_temp.day(12)),
  (2, 1, 'Ensaymada with any brew', '/demo/pandesal.svg', 10, pg_temp.day(-10), pg_temp.day(0)),
  (3, 1, 'A bag of house beans', '/demo/barako.svg', 24, pg_temp.day(-30), null),
  (4, 2, 'Free halo-halo, regular', '/demo/halo-halo.svg', 8, pg_temp.day(-20), pg_temp.day(3)),
  (5, 2, 'Halo-halo for the barkada', '/demo/halo-halo.svg', 15, pg_temp.day(-20), pg_temp.day(21)),
  (6, 3, 'Goto with egg', '/demo/lugaw.svg', 5, pg_temp.day(-15), pg_temp.day(1)),
  (7, 3, 'Lugaw breakfast for two', '/demo/lugaw.svg', 10, pg_temp.day(-15), null),
  (8, 4, 'A dozen pandesal', '/demo/pandesal.svg', 6, pg_temp.day(-7), pg_temp.day(5)),
  (9, 4, 'Merienda box', '/demo/cake.svg', 12, pg_temp.day(-7), pg_temp.day(30)),
  (10, 5, 'Any milk tea, large', '/demo/milk-tea.svg', 10, pg_temp.day(-5), pg_temp.day(2)),
  (11, 5, 'Pearl upgrade', '/demo/milk-tea.svg', 1, pg_temp.day(-5), pg_temp.day(0)),
  (12, 6, 'Ten-inch pizza', '/demo/pizza.svg', 10, pg_temp.day(-60), pg_temp.day(8)),
  (13, 7, 'Classic burger', '/demo/burger.svg', 8, pg_temp.day(-3), pg_temp.day(14)),
  -- No requirement set, and no photo.
  (14, 7, 'Surprise from the grill', null, null, pg_temp.day(-3), null),
  (15, 8, 'Pansit canton, small bilao', '/demo/noodles.svg', 12, pg_temp.day(-12), pg_temp.day(6)),
  (16, 9, 'A bunch of sampaguita', '/demo/flowers.svg', 5, pg_temp.day(-2), pg_temp.day(4)),
  (17, 10, 'Free haircut', '/demo/haircut.svg', 7, pg_temp.day(-90), null),
  (18, 11, 'Two hundred pesos off a book', '/demo/books.svg', 10, pg_temp.day(-1), pg_temp.day(40)),
  (19, 12, 'Rice meal of the day', null, 10, pg_temp.day(-4), pg_temp.day(9)),
  (20, 14, 'A slice of ube cake', '/demo/cake.svg', 6, pg_temp.day(-8), pg_temp.day(1)),
  -- Not listed today: over, not started, or of a suspended store.
  (21, 6, 'Anniversary pizza', '/demo/pizza.svg', 5, pg_temp.day(-40), pg_temp.day(-1)),
  (22, 2, 'Summer special', '/demo/halo-halo.svg', 8, pg_temp.day(-120), pg_temp.day(-60)),
  (23, 11, 'Book of the month', '/demo/books.svg', 10, pg_temp.day(3), pg_temp.day(33)),
  (24, 13, 'Free espresso', '/demo/barako.svg', 10, pg_temp.day(-20), pg_temp.day(20)),
  -- The platform's own: no store.
  (25, null, 'Stampcard tote bag', null, 10, pg_temp.day(-6), pg_temp.day(18));

insert into public.events (id, name, title, date, photo) overriding system value values
  (1, 'Maginhawa Music Night', 'Local bands on three street corners', pg_temp.day(0) + interval '19 hours', '/demo/music.svg'),
  (2, 'Night Market', 'Sixty stalls from Magiting to Malingap', pg_temp.day(2) + interval '17 hours', '/demo/market.svg'),
  (3, 'Latte Art Throwdown', 'Eight baristas, one cup each', pg_temp.day(5) + interval '14 hours', '/demo/latte-art.svg'),
  (4, 'Barangay Fun Run', 'Five kilometers, breakfast at the finish', pg_temp.day(8) + interval '5 hours 30 minutes', '/demo/run.svg'),
  (5, 'Films on the Rooftop', 'Three shorts from the neighborhood', pg_temp.day(12) + interval '18 hours 30 minutes', '/demo/film.svg'),
  (6, 'Pottery for Beginners', 'Clay and coffee included', pg_temp.day(16) + interval '10 hours', '/demo/pottery.svg'),
  (7, null, 'Something is being planned at Aklat Alamat', pg_temp.day(21) + interval '15 hours', null),
  -- Not listed as upcoming: over, and without a date.
  (8, 'Opening of the Plant Swap', 'Bring one, take one', pg_temp.day(-4) + interval '9 hours', '/demo/market.svg'),
  (9, 'Poetry at Pansit-Pansitan', null, null, '/demo/film.svg');

-- New rows are numbered after these.
select setval(pg_get_serial_sequence('public.stores', 'id'), 100);
select setval(pg_get_serial_sequence('public.rewards', 'id'), 100);
select setval(pg_get_serial_sequence('public.events', 'id'), 100);

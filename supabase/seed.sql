-- A neighborhood to try the app with: stores, rewards and events in every state.
-- Ids are stable; every date is relative to today in UTC+8, so that the data is always current.
-- People are not seeded: the auth service creates them at their first sign-in.

-- Midnight of the app's day, that many days from today.
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
  -- Not listed today: over, not begun, of a suspended store.
  (21, 6, 'Anniversary pizza', '/demo/pizza.svg', 5, pg_temp.day(-40), pg_temp.day(-1)),
  (22, 2, 'Summer special', '/demo/halo-halo.svg', 8, pg_temp.day(-120), pg_temp.day(-60)),
  (23, 11, 'Book of the month', '/demo/books.svg', 10, pg_temp.day(3), pg_temp.day(33)),
  (24, 13, 'Free espresso', '/demo/barako.svg', 10, pg_temp.day(-20), pg_temp.day(20)),
  -- Of the platform itself: no store.
  (25, null, 'Stampcard tote bag', null, 10, pg_temp.day(-6), pg_temp.day(18));

insert into public.events (id, name, title, date, photo) overriding system value values
  (1, 'Maginhawa Music Night', 'Local bands on three street corners', pg_temp.day(0) + interval '19 hours', '/demo/music.svg'),
  (2, 'Night Market', 'Sixty stalls from Magiting to Malingap', pg_temp.day(2) + interval '17 hours', '/demo/market.svg'),
  (3, 'Latte Art Throwdown', 'Eight baristas, one cup each', pg_temp.day(5) + interval '14 hours', '/demo/latte-art.svg'),
  (4, 'Barangay Fun Run', 'Five kilometres, breakfast at the finish', pg_temp.day(8) + interval '5 hours 30 minutes', '/demo/run.svg'),
  (5, 'Films on the Rooftop', 'Three shorts from the neighborhood', pg_temp.day(12) + interval '18 hours 30 minutes', '/demo/film.svg'),
  (6, 'Pottery for Beginners', 'Clay and coffee included', pg_temp.day(16) + interval '10 hours', '/demo/pottery.svg'),
  (7, null, 'Something is being planned at Aklat Alamat', pg_temp.day(21) + interval '15 hours', null),
  -- Not listed as upcoming: over, and without a date.
  (8, 'Opening of the Plant Swap', 'Bring one, take one', pg_temp.day(-4) + interval '9 hours', '/demo/market.svg'),
  (9, 'Poetry at Pansit-Pansitan', null, null, '/demo/film.svg');

-- What is entered from now on is numbered after these.
select setval(pg_get_serial_sequence('public.stores', 'id'), 100);
select setval(pg_get_serial_sequence('public.rewards', 'id'), 100);
select setval(pg_get_serial_sequence('public.events', 'id'), 100);

import type { Database } from './database.ts';

/** A person to sign in as, in the demo and in the tests. */
export interface DemoPerson {
  id: string;
  name: string;
  email: string;
  /** What this person demonstrates. */
  story: string;
  /** The store they work in. */
  memberOf?: number;
}

const person = (number: number, name: string, story: string, memberOf?: number): DemoPerson => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  name,
  email: `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}@example.com`,
  story,
  ...(memberOf ? { memberOf } : {}),
});

/** Customers. */
export const ana = person(1, 'Ana Reyes', 'one stamp short of a free kapeng barako at Kape Tayo');
export const ben = person(2, 'Ben Santos', 'just enough stamps for a halo-halo and a barako');
export const cy = person(3, 'Cy Dela Cruz', 'new here, no stamps yet');
export const dina = person(4, 'Dina Flores', 'a regular: weeks of stamps and redemptions');

/** People who work in the stores; the counter signs in as them. */
export const tess = person(101, 'Tess Aquino', 'works at Kape Tayo', 1);
export const mario = person(102, 'Mario Halili', 'works at Mga Halo', 2);
export const benLugaw = person(103, 'Benjie Lim', 'works at Lugawan ni Ben', 3);

export const customers: readonly DemoPerson[] = [ana, ben, cy, dina];
export const members: readonly DemoPerson[] = [
  tess,
  mario,
  benLugaw,
  person(104, 'Nena Cruz', 'works at Panaderia Aling Nena', 4),
  person(105, 'Tina Uy', 'works at Tsaa at Gatas', 5),
  person(106, 'Carlo Mendoza', 'works at Pizza sa Kanto', 6),
  person(107, 'Bukas Ramos', 'works at Burger Bukas', 7),
  person(108, 'Pansy Go', 'works at Pansit-Pansitan', 8),
  person(109, 'Rosa Villanueva', 'works at Bulaklak & Co.', 9),
  person(110, 'Gary Pascual', 'works at Gupit Kapitbahay', 10),
  person(111, 'Alma Torres', 'works at Aklat Alamat', 11),
  person(112, 'Ising Bautista', 'works at Kusina ni Lola Ising', 12),
  person(113, 'Dulce Navarro', 'works at the suspended Kapihan sa Dulo', 13),
  person(114, 'Keyt Salazar', 'works at Keyk Kolektib', 14),
];

/** [person, store, stamps, days ago, hour of the day, invoice] */
type SeedStamp = [DemoPerson, number, number, number, number, string | null];

const seedStamps: SeedStamp[] = [
  // Ana: 9 of 10 at Kape Tayo, the latest today; 3 of 8 at Mga Halo.
  [ana, 1, 3, 9, 8, 'KT-1041'],
  [ana, 1, 2, 6, 9, 'KT-1077'],
  [ana, 1, 2, 3, 8, 'KT-1103'],
  [ana, 1, 1, 1, 9, null],
  [ana, 1, 1, 0, 0, 'KT-1150'],
  [ana, 2, 2, 4, 15, 'MH-0310'],
  [ana, 2, 1, 0, 0, 'MH-0352'],
  // Ben: 10 of 10 at Kape Tayo, 8 of 8 at Mga Halo.
  [ben, 1, 4, 12, 7, 'KT-1012'],
  [ben, 1, 4, 5, 7, 'KT-1088'],
  [ben, 1, 2, 0, 0, 'KT-1149'],
  [ben, 2, 5, 8, 16, 'MH-0288'],
  [ben, 2, 3, 0, 0, 'MH-0350'],
];

/** Dina collected stamps in seven stores today (two pages) and in some every few days for weeks. */
for (const [index, store] of [1, 2, 3, 4, 5, 6, 12].entries()) {
  seedStamps.push([dina, store, 1 + (index % 3), 0, 0, `D-${store}-0`]);
}
for (let day = 1; day <= 20; day += 1) {
  seedStamps.push([
    dina,
    1 + (day % 6),
    1 + (day % 2),
    day,
    8 + (day % 10),
    `D-${1 + (day % 6)}-${day}`,
  ]);
}

/** [person, reward, days ago, notes]: paid with stamps given the day before. */
type SeedRedemption = [DemoPerson, number, number, string | null];

const seedRedemptions: SeedRedemption[] = [
  [dina, 1, 2, 'Oat milk, no sugar'],
  [dina, 4, 5, null],
  [dina, 6, 9, 'Extra egg'],
  [dina, 8, 14, null],
  [dina, 10, 18, 'Half ice'],
  [dina, 12, 24, null],
  [dina, 17, 31, 'Trim only'],
  [ben, 6, 16, null],
];

/** Adds the people and their stamps to the database. They are never part of a hosted seed. */
export async function seedPeople(database: Pick<Database, 'script'>): Promise<void> {
  const people = [...customers, ...members];
  await database.script(`
    insert into auth.users
        (id, email, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
      select id::uuid, email, '{"provider": "google", "providers": ["google"]}',
          jsonb_build_object('full_name', name, 'name', name, 'email', email, 'email_verified', true),
          now(), now()
        from (values ${rows(people.map(({ id, name, email }) => [id, name, email]))})
            as person (id, name, email);
    insert into public.store_members (user_id, store_id)
      values ${rows(people.flatMap(({ id, memberOf }) => (memberOf ? [[id, memberOf]] : [])))};

    with goal as materialized (select id, private.store_goal(id) as stamps_needed from public.stores)
    insert into public.stamps
        (user_id, store_id, store_name, store_logo_url, stamp_count, invoice_or_number, metadata, created_at)
      select seed.user_id::uuid, s.id, s.name, s.logo_url, seed.stamps, seed.invoice,
          jsonb_build_object('stamps_needed', goal.stamps_needed), ${when('seed.days_ago', 'seed.hour')}
        from (values ${rows(seedStamps.map(([{ id }, ...rest], number) => [number, id, ...rest]))})
            as seed (number, user_id, store_id, stamps, days_ago, hour, invoice)
          join public.stores s on s.id = seed.store_id
          join goal on goal.id = s.id
        order by seed.number;

    with goal as materialized (select id, private.store_goal(id) as stamps_needed from public.stores),
    redemption as (
      insert into public.redemptions
          (user_id, store_id, reward_id, store_name, reward_title, reward_photo, stamps_spent, notes,
           redeemed_at, created_at)
        select seed.user_id::uuid, r.store_id, r.id, r.store_name, r.title, r.photo,
            coalesce(r.stamps_needed, 10), seed.notes, handed_over, handed_over
          from (values ${rows(seedRedemptions.map(([{ id }, ...rest], number) => [number, id, ...rest]))})
              as seed (number, user_id, reward_id, days_ago, notes)
            join public.rewards r on r.id = seed.reward_id
            cross join lateral (select ${when('seed.days_ago', '12')}) as day (handed_over)
          order by seed.number
        returning *
    )
    insert into public.stamps
        (user_id, store_id, store_name, stamp_count, metadata, created_at, redemption_id)
      -- Paid with stamps given at ten on the day before.
      select user_id, store_id, store_name, stamps_spent,
          jsonb_build_object('stamps_needed', goal.stamps_needed),
          created_at - interval '26 hours', redemption.id
        from redemption join goal on goal.id = redemption.store_id
        order by redemption.id;`);
}

const literal = (value: string | number | null) =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
const list = (values: (string | number | null)[]) => values.map(literal).join(', ');
const rows = (all: (string | number | null)[][]) => all.map((row) => `(${list(row)})`).join(', ');

/** That many days ago at that hour of the app's day; for today, minutes ago but not yesterday. */
const when = (daysAgo: string, hour: string) => `
  case when ${daysAgo} > 0
    then ((now() at time zone interval '8 hours')::date - ${daysAgo}
        + ${hour} * interval '1 hour') at time zone interval '8 hours'
    else greatest(
        (now() at time zone interval '8 hours')::date::timestamp at time zone interval '8 hours',
        now() - (10 + 7 * ${hour}) * interval '1 minute'
      )
  end`;

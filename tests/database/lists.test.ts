import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ana } from '../../local-backend/people.ts';
import { activeRewards } from '../../src/lib/data/active-rewards.ts';
import type { Database } from '../../src/lib/data/database.types.ts';
import { upcomingEvents } from '../../src/lib/data/events.ts';
import type { Cursor, ListPage } from '../../src/lib/data/keyset.ts';
import { sendCode, verifyCode } from '../../src/lib/data/sign-in.ts';
import { dayPlus, weekdayOf } from '../../src/lib/domain/day.ts';
import type { Reward } from '../../src/lib/domain/reward.ts';
import { browserPlatform } from '../../src/lib/platform/browser.ts';
import { setPlatform } from '../../src/lib/platform/platform.ts';
import { startSession } from '../../src/lib/state/session/session.ts';
import { memoryPlatform } from '../memory-platform.ts';
import { anonymous, as, codeFor, freshData, ORIGIN, operator, send, sql } from './as.ts';
import { changeStore, KAPE_TAYO, SUSPENDED_STORE } from './counter.ts';

describe('the search', () => {
  beforeEach(freshData);

  const search = async (term: string) => {
    const { data } = await (await as(ana)).rpc('search_stores', { term }).throwOnError();
    return data;
  };
  const names = async (term: string) => (await search(term)).map(({ name }) => name);

  const add = (...added: string[]) =>
    operator
      .from('stores')
      .insert(added.map((name) => ({ name })))
      .throwOnError();

  test('a search finds names that contain its text, in upper or lower case', async () => {
    for (const [term, found] of [
      ['kape', ['Kape Tayo']],
      ['PANADERIA ALING', ['Panaderia Aling Nena']],
      ['ni ', ['Kusina ni Lola Ising', 'Lugawan ni Ben']],
      ['no such store', []],
      // It is suspended.
      ['kapihan', []],
    ] as const) {
      expect.soft(await names(term), term).toEqual(found);
    }
  });

  test('accents, apostrophes and the space around & do not matter, wherever they are', async () => {
    await add('Doña Café', 'Dona Cafe', 'Tindahan ni Doña', 'Ang E\u0301clair', "Gino's", 'Lola’s');
    await add('S&R', 'Bread & Butter');
    await changeStore({ kind: 'Panadería', address: '8 Peñafrancia Street' });
    for (const [term, found] of [
      // Names that begin with it, names that contain it, and words of kind and address.
      ['dona', ['Dona Cafe', 'Doña Café', 'Tindahan ni Doña']],
      ['DOÑA', ['Dona Cafe', 'Doña Café', 'Tindahan ni Doña']],
      ['a cafe', ['Dona Cafe', 'Doña Café']],
      ['a Cafe\u0301', ['Dona Cafe', 'Doña Café']],
      ['éclair', ['Ang E\u0301clair']],
      ['penafrancia', ['Kape Tayo']],
      ['panaderia peñafrancia', ['Kape Tayo']],
      ['Gino’s', ["Gino's"]],
      ['ginos', ["Gino's"]],
      ["lola's", ['Lola’s']],
      ['S & R', ['S&R']],
      ['bread&b', ['Bread & Butter']],
      ['butter', ['Bread & Butter']],
      ['butter bread', ['Bread & Butter']],
    ] as const) {
      expect.soft(await names(term), term).toEqual(found);
    }
  });

  test('letters of any script are found, and only accents are ignored', async () => {
    await add('東京カフェ', 'がっこう', '강남 커피', 'مقهى أحمد', 'ร้านน้ำชา');
    for (const [term, found] of [
      ['京カフ', ['東京カフェ']],
      ['がっこ', ['がっこう']],
      ['かっこ', []],
      ['남 커', ['강남 커피']],
      ['가남 ', []],
      ['أحمد', ['مقهى أحمد']],
      ['احمد', []],
      ['น้ำชา', ['ร้านน้ำชา']],
      ['นำชา', []],
    ] as const) {
      expect.soft(await names(term), term).toEqual(found);
    }
  });

  test('signs are searched for literally', async () => {
    for (const term of ['%%%', '___', '\\\\\\', "';--", 'a%o']) {
      expect.soft(await names(term), term).toEqual([]);
      await add(`Tindahan ${term}`);
      expect.soft(await names(term), term).toEqual([`Tindahan ${term}`]);
    }
  });

  test('a search finds at most ten stores, sorted by name, with the columns that are shown', async () => {
    await add(...Array.from({ length: 150 }, (_, index) => `Sari-sari ${1149 - index}`));
    const found = await search('sari');
    expect(found.map(({ name }) => name)).toEqual(
      Array.from({ length: 10 }, (_, index) => `Sari-sari ${1000 + index}`),
    );
    expect(Object.keys(found[0] ?? {})).toEqual(['id', 'name', 'address', 'logo_url']);
  });

  test('names that begin with the text come first, the exact name before all others', async () => {
    await add('Zambales Lomi', 'Lomi', 'A Lomi', 'lomi sa Tabi', 'Lomihan');
    expect(await names('lomi')).toEqual([
      'Lomi',
      'Lomihan',
      'lomi sa Tabi',
      'A Lomi',
      'Zambales Lomi',
    ]);
  });

  test('a search finds words of address and kind', async () => {
    for (const [term, found] of [
      ['maginhawa', ['Aklat Alamat', 'Kape Tayo', 'Tsaa at Gatas']],
      ['coffee', ['Kape Tayo']],
      ['BAKERY', ['Keyk Kolektib', 'Panaderia Aling Nena']],
      ['Teachers kape', ['Kape Tayo']],
      ['bakery maginhawa', []],
      ['pansit pansitan', ['Pansit-Pansitan']],
      // The middle of a word in an address could mean anything.
      ['ginhawa', []],
    ] as const) {
      expect.soft(await names(term), term).toEqual(found);
    }
  });

  test('names come before addresses, and only current names and addresses are found', async () => {
    await add('Maginhawa Grill', 'Sa Maginhawa');
    await changeStore({ address: '8 Anonas Street' });
    await operator.from('stores').delete().eq('name', 'Sa Maginhawa').throwOnError();
    expect(await names('maginhawa')).toEqual(['Maginhawa Grill', 'Aklat Alamat', 'Tsaa at Gatas']);
    expect(await names('anonas')).toEqual(['Kape Tayo']);
    const left = await sql(`select word from private.store_words w
      where not exists (select from public.stores s where s.id = w.store_id)`);
    expect(left).toEqual([]);
  });

  test('a store is found by its whole name, however many others contain it', async () => {
    await sql(
      `insert into public.stores (name) select 'Ang Sari ' || n from generate_series(1, 1000) as n`,
    );
    await add('Sari');
    expect((await names('sari'))[0]).toBe('Sari');
  });
});

describe('page after page', () => {
  const NOW = Date.now();

  /** Page after page, as in scrolling. */
  async function everyPage<T>(
    read: (
      wanted: { after: Cursor | null; count: number },
      above: readonly T[],
    ) => Promise<ListPage<T>>,
  ): Promise<T[]> {
    const found: T[] = [];
    let after: Cursor | null = null;
    do {
      const page: ListPage<T> = await read({ after, count: 50 }, found);
      found.push(...page.items);
      after = page.next;
    } while (after !== null);
    return found;
  }

  const idsIn = async (text: string): Promise<string[]> =>
    (await sql<{ id: string }>(text)).map(({ id }) => String(id));

  beforeAll(async () => {
    await freshData();
    setPlatform(memoryPlatform('/rewards', ORIGIN));
    vi.stubGlobal('fetch', send);
    await startSession();
    await sendCode(ana.email, ORIGIN, 'No code was sent.');
    const code = await codeFor(ana.email);
    await verifyCode(ana.email, code, 'The code was refused.');
    // Ends and starts that many share, to the microsecond, and others that are missing.
    await sql(`
    insert into public.rewards (title, store_id, date_start, date_end)
    select 'Reward ' || n, s.id,
      case when n % 5 > 0 then now() - (n % 3 + 1) * interval '1 day' + interval '1 microsecond' end,
      case when n % 4 > 0 then now() + (n % 3) * interval '1 day' + n % 2 * interval '1 microsecond' end
    from public.stores s, generate_series(1, 40) n where s.id <= 4`);
    await sql(`
    insert into public.events (name, date)
    select 'Event ' || n, now() + (n % 3) * interval '1 day' from generate_series(1, 120) n`);
  });

  afterAll(() => {
    vi.unstubAllGlobals();
    setPlatform(browserPlatform);
  });

  test('every active reward comes once, in the order of the database', async () => {
    const shown = await everyPage<Reward>((wanted, above) =>
      activeRewards(NOW, wanted, undefined, above),
    );
    const expected = await idsIn(`
      select r.id from public.rewards r left join public.stores s on s.id = r.store_id
      where s.suspended is not true
        and (r.date_start is null or private.app_day(r.date_start) <= private.app_day(now()))
        and (r.date_end is null or private.app_day(r.date_end) >= private.app_day(now()))
      order by r.date_end nulls last, r.date_start nulls last, r.id`);
    expect(expected.length).toBeGreaterThan(150);
    expect(shown.map(({ id }) => id)).toEqual(expected);
  });

  test('every event to come comes once, soonest first', async () => {
    const shown = await everyPage((wanted) => upcomingEvents(NOW, wanted));
    const expected = await idsIn(`
      select id from public.events
      where private.app_day(date) >= private.app_day(now()) order by date, id`);
    expect(expected.length).toBeGreaterThan(120);
    expect(shown.map(({ id }) => id)).toEqual(expected);
  });
});

describe('the list of stores', () => {
  beforeEach(freshData);

  type Args = Database['public']['Functions']['list_stores']['Args'];

  const list = async (args: Args = {}) =>
    (await anonymous.rpc('list_stores', args).throwOnError()).data;
  const names = async (args: Args = {}) => (await list(args)).map(({ name }) => name);

  test('a visitor reads the stores that take part, by name, with the reward to collect for', async () => {
    await sql(
      `insert into rewards (store_id, title, stamps_needed, date_start, date_end)
        values ($1, 'Over', 1, null, now() - interval '2 days'),
          ($1, 'To come', 1,
            (private.app_day(now()) + 1)::timestamp at time zone interval '8 hours', null)`,
      [KAPE_TAYO],
    );
    const stores = await list();
    expect(stores.map(({ name }) => name)).toEqual([
      'Aklat Alamat',
      'Bulaklak & Co.',
      'Burger Bukas',
      'Gupit Kapitbahay',
      'Kape Tayo',
      'Keyk Kolektib',
      'Kusina ni Lola Ising',
      'Lugawan ni Ben',
      'Mga Halo',
      'Panaderia Aling Nena',
      'Pansit-Pansitan',
      'Pizza sa Kanto',
      'Tsaa at Gatas',
    ]);
    expect(stores[4]).toMatchObject({
      id: KAPE_TAYO,
      kind: 'Coffee shop',
      reward_title: 'Free kapeng barako',
      stamps_needed: 10,
      listed: true,
    });
  });

  test('a name with an accent stands among those without', async () => {
    await changeStore({ name: 'Élan' });
    expect((await names()).slice(3, 6)).toEqual(['Élan', 'Gupit Kapitbahay', 'Keyk Kolektib']);
  });

  test.each<[string, Args]>([
    ['by name', {}],
    ['from a place', { near_latitude: 14.64, near_longitude: 121.06 }],
  ])(
    'pages %s go on where the last one ended, even among equal names and places',
    async (_how, args) => {
      await sql('update stores set latitude = 14.65, longitude = 121.07 where id > 3');
      await changeStore({ name: 'Lugawan ni Ben' });
      const read: number[] = [];
      for (;;) {
        const last = read.at(-1);
        const page = await list({ ...args, page_size: 1, ...(last ? { after: last } : {}) });
        if (page.length === 0) break;
        read.push(...page.map(({ id }) => id));
      }
      expect(read).toEqual((await list(args)).map(({ id }) => id));
      expect(new Set(read).size).toBe(read.length);
    },
  );

  test('the nearest stores come first at any distance, and those without a place are left out', async () => {
    await changeStore({ latitude: 60.17, longitude: 24.94 }, 2);
    await changeStore({ latitude: 14.64, longitude: 121.06 }, SUSPENDED_STORE);
    const near = await names({ near_latitude: 14.64, near_longitude: 121.06 });
    expect([near[0], near.at(-1)]).toEqual(['Kape Tayo', 'Mga Halo']);
    expect(near).not.toContain('Burger Bukas');
    expect((await names({ near_latitude: 91, near_longitude: 400 })).length).toBe(near.length);
  });

  /** A zone in which it is this hour now. */
  function zoneAt(hour: number): string {
    const east = ((((hour - new Date().getUTCHours()) % 24) + 35) % 24) - 11;
    return `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`;
  }
  const dayIn = (zone: string) => new Date().toLocaleDateString('en-CA', { timeZone: zone });
  const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
  /** Hours of the days counted from today: yesterday is -1. */
  const hours = (today: string, spans: Record<number, string>) =>
    Object.fromEntries(
      Object.entries(spans).map(([from, span]) => [
        DAYS[weekdayOf(dayPlus(today, Number(from)))],
        [span],
      ]),
    );

  test('a store is open now by the hours in its own time zone', async () => {
    const cases: [string, number, Record<number, string>, number[], boolean][] = [
      ['by day', 12, { 0: '09:00-17:00' }, [], true],
      ['before it opens', 5, { 0: '09:00-17:00' }, [], false],
      ['on another day', 12, { 1: '09:00-17:00', [-1]: '09:00-17:00' }, [], false],
      ['on a holiday', 12, { 0: '09:00-17:00' }, [0], false],
      ['before midnight', 21, { 0: '18:00-02:00' }, [], true],
      ['after midnight', 1, { [-1]: '18:00-04:00' }, [], true],
      ['after it closed at night', 3, { [-1]: '18:00-02:00' }, [], false],
      ['in the night of a holiday', 1, { [-1]: '18:00-04:00' }, [-1], false],
      ['in the night before a holiday', 1, { [-1]: '18:00-04:00' }, [0], true],
      ['at any hour', 1, { 0: '00:00-24:00' }, [], true],
    ];
    for (const [when, hour, spans, closed, isOpen] of cases) {
      const zone = zoneAt(hour);
      const today = dayIn(zone);
      await changeStore({
        time_zone: zone,
        opening_hours: hours(today, spans),
        closed_on: closed.map((days) => dayPlus(today, days)),
      });
      expect.soft((await names({ open_now: true })).includes('Kape Tayo'), when).toBe(isOpen);
    }
  });

  test('if few of many stores are open, a page says how far it has looked', async () => {
    await sql(`insert into stores (name) select 'Aaa ' || n from generate_series(1, 300) as n`);
    await changeStore({
      opening_hours: hours(dayIn('UTC'), {
        [-1]: '00:00-24:00',
        0: '00:00-24:00',
        1: '00:00-24:00',
      }),
      time_zone: 'UTC',
    });
    const [stop, ...rest] = await list({ open_now: true });
    expect([stop?.listed, rest]).toEqual([false, []]);
    expect(await names({ open_now: true, after: stop?.id as number })).toContain('Kape Tayo');
  });

  const WEEK = { time_zone: 'Asia/Manila' };
  const on = (...mon: unknown[]) => ({ ...WEEK, opening_hours: { mon } });

  test('invalid facts are refused', async () => {
    const facts: [string, object][] = [
      ['a latitude of 91', { latitude: 91, longitude: 121 }],
      ['half a place', { latitude: null }],
      ['hours that overlap', on('07:00-12:00', '11:00-15:00')],
      ['an hour that is none', on('25:00-26:00')],
      ['hours that are a number', on(7)],
      ['a day that is none', { ...WEEK, opening_hours: { holiday: ['07:00-12:00'] } }],
      ['hours without a zone', { opening_hours: { mon: ['07:00-12:00'] }, time_zone: null }],
      ['a zone that is nowhere', { time_zone: 'Asia/Nowhere' }],
      ['a website that is a script', { website: 'javascript:alert(1)' }],
      ['a website without TLS', { website: 'http://kape.example' }],
      ['a website with a password', { website: 'https://ana:secret@example.com' }],
      ['a phone that is words', { phone: 'call me' }],
    ];
    for (const [what, values] of facts) {
      const { error } = await operator.from('stores').update(values).eq('id', KAPE_TAYO);
      expect.soft(error?.code, what).toBe('23514');
    }
  });
});

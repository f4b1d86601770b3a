import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { activeRewards } from '../../src/lib/data/active-rewards.ts';
import { upcomingEvents } from '../../src/lib/data/events.ts';
import type { Cursor, ListPage } from '../../src/lib/data/keyset.ts';
import { sendCode, verifyCode } from '../../src/lib/data/sign-in.ts';
import type { Reward } from '../../src/lib/domain/reward.ts';
import { browserPlatform } from '../../src/lib/platform/browser.ts';
import { setPlatform } from '../../src/lib/platform/platform.ts';
import { startSession } from '../../src/lib/state/session/session.ts';
import { memoryPlatform } from '../memory-platform.ts';
import { ana } from '../people.ts';
import { as, backend, codeFor, freshData, ORIGIN, operator, send } from './as.ts';

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

  test('a search finds what contains its text, whatever its case', async () => {
    for (const [term, found] of [
      ['kape', ['Kape Tayo']],
      ['PANADERIA ALING', ['Panaderia Aling Nena']],
      ['ni ', ['Kusina ni Lola Ising', 'Lugawan ni Ben']],
      ['no such store', []],
    ] as const) {
      expect.soft(await names(term), term).toEqual(found);
    }
  });

  test('letters of any script are found, and accents are letters of their own', async () => {
    await add('Café Niño', 'Cafe Nino', '東京カフェ');
    expect(await names('CAFÉ')).toEqual(['Café Niño']);
    expect(await names('niño')).toEqual(['Café Niño']);
    expect(await names('京カフ')).toEqual(['東京カフェ']);
  });

  test('signs are searched for as they stand', async () => {
    for (const term of ['%%%', '___', '\\\\\\', "';--", 'a%o']) {
      expect.soft(await names(term), term).toEqual([]);
      await add(`Tindahan ${term}`);
      expect.soft(await names(term), term).toEqual([`Tindahan ${term}`]);
    }
  });

  test('a suspended store is not found', async () => {
    expect(await names('kapihan')).toEqual([]);
  });

  test('ten stores are found at most, by name, with the columns that are shown', async () => {
    await add(...Array.from({ length: 150 }, (_, index) => `Sari-sari ${1149 - index}`));
    const found = await search('sari');
    expect(found.map(({ name }) => name)).toEqual(
      Array.from({ length: 10 }, (_, index) => `Sari-sari ${1000 + index}`),
    );
    expect(Object.keys(found[0] ?? {})).toEqual(['id', 'name', 'address', 'logo_url']);
  });

  test('names that begin with the text come first, the very name before all', async () => {
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
      // Within a word of an address it may be anything.
      ['ginhawa', []],
    ] as const) {
      expect.soft(await names(term), term).toEqual(found);
    }
  });

  test('names come before addresses, which are found as they are at present', async () => {
    await add('Maginhawa Grill', 'Sa Maginhawa');
    await operator.from('stores').update({ address: '8 Anonas Street' }).eq('id', 1).throwOnError();
    await operator.from('stores').delete().eq('name', 'Sa Maginhawa').throwOnError();
    expect(await names('maginhawa')).toEqual(['Maginhawa Grill', 'Aklat Alamat', 'Tsaa at Gatas']);
    expect(await names('anonas')).toEqual(['Kape Tayo']);
    const { query } = await backend();
    const left = await query(`select word from private.store_words w
      where not exists (select from public.stores s where s.id = w.store_id)`);
    expect(left).toEqual([]);
  });

  test('a store is found by its whole name, however many others contain it', async () => {
    const { query } = await backend();
    await query(
      `insert into public.stores (name) select 'Ang Sari ' || n from generate_series(1, 1000) as n`,
    );
    await add('Sari');
    expect((await names('sari'))[0]).toBe('Sari');
  });
});

describe('page after page', () => {
  const NOW = Date.now();

  /** Page after page, as one scrolls. */
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

  const idsIn = async (sql: string): Promise<string[]> =>
    (await (await backend()).query<{ id: string }>(sql)).map(({ id }) => String(id));

  beforeAll(async () => {
    await freshData();
    setPlatform(memoryPlatform('/rewards', ORIGIN));
    vi.stubGlobal('fetch', send);
    await startSession();
    await sendCode(ana.email, ORIGIN, 'No code was sent.');
    const code = await codeFor(ana.email);
    await verifyCode(ana.email, code, 'The code was refused.');
    // Ends and starts that many share, to the microsecond, and others that are missing.
    await (await backend()).query(`
    insert into public.rewards (title, store_id, date_start, date_end)
    select 'Reward ' || n, s.id,
      case when n % 5 > 0 then now() - (n % 3 + 1) * interval '1 day' + interval '1 microsecond' end,
      case when n % 4 > 0 then now() + (n % 3) * interval '1 day' + n % 2 * interval '1 microsecond' end
    from public.stores s, generate_series(1, 40) n where s.id <= 4`);
    await (await backend()).query(`
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

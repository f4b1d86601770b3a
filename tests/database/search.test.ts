import { beforeEach, describe, expect, test } from 'vitest';
import { ana } from '../people.ts';
import { anonymous, as, backend, freshData, operator } from './as.ts';

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

describe('the search by name', () => {
  test.each([
    ['kape', ['Kape Tayo']],
    ['PANADERIA ALING', ['Panaderia Aling Nena']],
    ['ni ', ['Kusina ni Lola Ising', 'Lugawan ni Ben']],
    ['no such store', []],
  ])('a search for %j finds what contains it, whatever its case', async (term, found) => {
    expect(await names(term)).toEqual(found);
  });

  test('letters of any script are found, and accents are letters of their own', async () => {
    await add('Café Niño', 'Cafe Nino', '東京カフェ');
    expect(await names('CAFÉ')).toEqual(['Café Niño']);
    expect(await names('niño')).toEqual(['Café Niño']);
    expect(await names('京カフ')).toEqual(['東京カフェ']);
  });

  test.each(['%%%', '___', '\\\\\\', "';--", 'a%o'])(
    '%j is searched for as it stands',
    async (term) => {
      expect(await names(term)).toEqual([]);
      await add(`Tindahan ${term}`);
      expect(await names(term)).toEqual([`Tindahan ${term}`]);
    },
  );

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

  test('a store is found by its whole name, however many others contain it', async () => {
    const { query } = await backend();
    await query(
      `insert into public.stores (name) select 'Ang Sari ' || n from generate_series(1, 1000) as n`,
    );
    await add('Sari');
    expect((await names('sari'))[0]).toBe('Sari');
  });

  test('of thousands that a common word finds two hundred are looked at', async () => {
    const { query } = await backend();
    const read = async () => {
      const [row] = await query<{ rows: number }>(
        `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
          from pg_stat_xact_user_tables where relname = 'stores'`,
      );
      return row?.rows ?? 0;
    };
    await query(
      `insert into public.stores (name) select 'Ang Sari-sari ' || n from generate_series(1, 3000) as n`,
    );
    await query('begin');
    const before = await read();
    expect(await query(`select * from public.search_stores('sari')`)).toHaveLength(10);
    const looked = (await read()) - before;
    await query('commit');
    expect(looked).toBeGreaterThanOrEqual(10);
    expect(looked).toBeLessThanOrEqual(220);
  });

  test('a signed-out visitor may not search', async () => {
    expect((await anonymous.rpc('search_stores', { term: 'kape' })).error?.code).toBe('42501');
  });
});

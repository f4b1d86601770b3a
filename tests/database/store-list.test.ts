import { beforeEach, expect, test } from 'vitest';
import type { Database } from '../../src/lib/data/database.types.ts';
import { dayPlus, weekdayOf } from '../../src/lib/domain/day.ts';
import { anonymous, backend, freshData, operator } from './as.ts';
import { KAPE_TAYO } from './counter.ts';

beforeEach(freshData);

type Args = Database['public']['Functions']['list_stores']['Args'];

const list = async (args: Args = {}) =>
  (await anonymous.rpc('list_stores', args).throwOnError()).data;
const names = async (args: Args = {}) => (await list(args)).map(({ name }) => name);
const change = (values: object, id = KAPE_TAYO) =>
  operator.from('stores').update(values).eq('id', id);

test('a visitor reads the stores that take part, by name, with what is collected there', async () => {
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

test.each<[string, Args]>([
  ['by name', {}],
  ['from a place', { near_latitude: 14.64, near_longitude: 121.06 }],
])(
  'pages %s go on where the last one ended, whatever is of one name or at one place',
  async (_how, args) => {
    const { latitude, longitude } = (await list())[0] ?? {};
    await change({ name: 'Lugawan ni Ben', latitude, longitude }).throwOnError();
    const read: number[] = [];
    for (;;) {
      const last = read.at(-1);
      const page = await list({ ...args, page_size: 2, ...(last ? { after: last } : {}) });
      read.push(...page.map(({ id }) => id));
      if (page.length < 2) break;
    }
    expect(read).toEqual((await list(args)).map(({ id }) => id));
    expect(new Set(read).size).toBe(read.length);
  },
);

test('the nearest come first, across any distance, and stores without a place not at all', async () => {
  await change({ latitude: 60.17, longitude: 24.94 }, 2).throwOnError();
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

test('open now, in a zone of its own', async () => {
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
    await change({
      time_zone: zone,
      opening_hours: hours(today, spans),
      closed_on: closed.map((days) => dayPlus(today, days)),
    }).throwOnError();
    expect.soft((await names({ open_now: true })).includes('Kape Tayo'), when).toBe(isOpen);
  }
});

test('where few of many are open, a page says how far it has looked', async () => {
  const { query } = await backend();
  await query(`insert into stores (name) select 'Aaa ' || n from generate_series(1, 300) as n`);
  await change({
    opening_hours: hours(dayIn('UTC'), { [-1]: '00:00-24:00', 0: '00:00-24:00', 1: '00:00-24:00' }),
    time_zone: 'UTC',
  });
  const [stop, ...rest] = await list({ open_now: true });
  expect([stop?.listed, rest]).toEqual([false, []]);
  expect(await names({ open_now: true, after: stop?.id as number })).toContain('Kape Tayo');
});

const WEEK = { time_zone: 'Asia/Manila' };
const on = (...mon: unknown[]) => ({ ...WEEK, opening_hours: { mon } });

test.each<[string, object]>([
  ['a latitude of 91', { latitude: 91, longitude: 121 }],
  ['a longitude of 181', { latitude: 14, longitude: 181 }],
  ['half a place', { latitude: null }],
  ['hours that overlap', on('07:00-12:00', '11:00-15:00')],
  ['hours of no length', on('07:00-07:00')],
  ['an hour that is none', on('25:00-26:00')],
  ['hours that are a number', on(7)],
  ['a day that is none', { ...WEEK, opening_hours: { holiday: ['07:00-12:00'] } }],
  ['hours of no day', { ...WEEK, opening_hours: ['07:00-12:00'] }],
  ['hours without a zone', { opening_hours: { mon: ['07:00-12:00'] }, time_zone: null }],
  ['a zone that is nowhere', { time_zone: 'Asia/Nowhere' }],
  ['a zone that is an offset', { time_zone: 'Foo+3' }],
  ['a website that is a script', { website: 'javascript:alert(1)' }],
  ['a website with a password', { website: 'https://ana:secret@example.com' }],
  ['a phone that is words', { phone: 'call me' }],
  ['a kind of blanks', { kind: '  ' }],
])('%s is refused', async (_what, values) => {
  expect((await change(values)).error?.code).toBe('23514');
});

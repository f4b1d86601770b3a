// @vitest-environment node
import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { events, redemptions, rewards, stamps, stores } from '../../../src/lib/data/rows.ts';
import { setPlatform } from '../../../src/lib/platform/platform.ts';
import { memoryPlatform } from '../../memory-platform.ts';
import { reward } from '../domain/examples.ts';

beforeEach(() => setPlatform(memoryPlatform('/home', 'https://stampcard.example')));

const readers = { stores, rewards, events, stamps, redemptions };
type Table = keyof typeof readers;

/** What is read of a row with nothing but an id. */
const empty: Record<Table, object> = {
  stores: { id: '1', name: 'Store', address: null, logoUrl: null, suspended: false },
  /** Every column of a reward that is missing is null, but for its title. */
  rewards: {
    ...Object.fromEntries(Object.keys(reward()).map((field) => [field, null])),
    id: '1',
    title: 'Untitled reward',
  },
  events: { id: '1', name: 'Untitled event', title: null, date: null, photo: null },
  stamps: {
    id: '1',
    userId: '',
    storeId: '',
    storeName: 'Store',
    storeLogoUrl: null,
    count: 0,
    createdAt: null,
    invoiceNumber: null,
    metadata: undefined,
  },
  redemptions: {
    id: '1',
    userId: '',
    storeName: null,
    rewardTitle: null,
    rewardPhoto: null,
    stampsSpent: null,
    redeemedAt: null,
    createdAt: null,
    notes: null,
  },
};

const [url, other] = ['https://example.com/1.png', 'https://example.com/2.png'];
const script = 'javascript:alert(1)';
const [long, longer, cut] = ['W'.repeat(500), 'W'.repeat(501), `${'W'.repeat(500)}…`];

test.each<[Table, row: object, entity: object]>([
  ['stores', { name: 'Kape', address: 'Main St 1' }, { name: 'Kape', address: 'Main St 1' }],
  ['stores', { name: longer, address: longer }, { name: cut, address: cut }],
  ['stores', { name: long }, { name: long }],
  ['stores', { logo_url: url, logoUrl: other }, { logoUrl: url }],
  ['stores', { logoUrl: other }, { logoUrl: other }],
  ['stores', { logo_url: script }, {}],
  ['stores', { suspended: true }, { suspended: true }],
  ['stores', { suspended: 'true' }, {}],
  ['stores', { suspended: 1 }, {}],
  ['rewards', { title: 'Tea', store_name: 'Kape' }, { title: 'Tea', storeName: 'Kape' }],
  ['rewards', { title: longer, store_name: longer }, { title: cut, storeName: cut }],
  ['rewards', { store_id: 3, storeId: 4 }, { storeId: '3' }],
  ['rewards', { store_id: '', storeId: 4 }, { storeId: '4' }],
  ['rewards', { photo: url, store_logo_url: other }, { photo: url, storeLogoUrl: other }],
  ['rewards', { image: other }, { photo: other }],
  ['rewards', { photo: script, store_logo_url: script }, {}],
  ['rewards', { date_start: '2026-01-01' }, { dateStart: '2026-01-01' }],
  ['rewards', { date_end: '2026-12-31' }, { dateEnd: '2026-12-31' }],
  ['rewards', { stamps_needed: 12 }, { stampsNeeded: 12 }],
  ['rewards', { stamps_needed: '12.9' }, { stampsNeeded: 12 }],
  ['rewards', { stamps_needed: 0 }, {}],
  ['rewards', { stamps_needed: 'ten' }, {}],
  ['events', { name: 'Fair', title: 'Night' }, { name: 'Fair', title: 'Night' }],
  ['events', { name: longer, title: longer }, { name: cut, title: cut }],
  ['events', { date: '2026-12-01', photo: url }, { date: '2026-12-01', photo: url }],
  ['events', { photo: script }, {}],
  ['stamps', { user_id: 'ana', store_id: 3 }, { userId: 'ana', storeId: '3' }],
  ['stamps', { store_name: 'Kape', store_logo_url: url }, { storeName: 'Kape', storeLogoUrl: url }],
  ['stamps', { store_name: longer, store_logo_url: script }, { storeName: cut }],
  ['stamps', { stamp_count: 2, invoice_or_number: 'KT-1' }, { count: 2, invoiceNumber: 'KT-1' }],
  ['stamps', { invoice_or_number: longer }, { invoiceNumber: cut }],
  ['stamps', { created_at: '2026-11-21' }, { createdAt: '2026-11-21' }],
  ['stamps', { metadata: '{"goal":8}' }, { metadata: '{"goal":8}' }],
  ['redemptions', { user_id: 'ana', notes: 'No ice' }, { userId: 'ana', notes: 'No ice' }],
  ['redemptions', { store_name: longer, notes: longer }, { storeName: cut, notes: cut }],
  ['redemptions', { store_name: 'Kape' }, { storeName: 'Kape' }],
  [
    'redemptions',
    { reward_title: 'Tea', reward_photo: url },
    { rewardTitle: 'Tea', rewardPhoto: url },
  ],
  ['redemptions', { reward_photo: script }, {}],
  ['redemptions', { stamps_spent: 8 }, { stampsSpent: 8 }],
  ['redemptions', { redeemed_at: '2026-11-21' }, { redeemedAt: '2026-11-21' }],
  ['redemptions', { created_at: '2026-11-20' }, { createdAt: '2026-11-20' }],
])('a row of %s is read, column by column (%#)', (table, row, entity) => {
  expect(readers[table]([{ ...row, id: 1 }])).toEqual([{ ...empty[table], ...entity }]);
});

describe.each(Object.keys(readers) as Table[])('%s', (table) => {
  const read = readers[table];

  test('fields that are no text, number or address read as absent', () => {
    const columns = [
      ...['name', 'title', 'address', 'date', 'notes', 'created_at', 'invoice_or_number'],
      ...['store_id', 'store_name', 'logo_url', 'photo', 'store_logo_url', 'suspended'],
      ...['stamps_needed', 'stamp_count', 'stamps_spent', 'date_start', 'date_end'],
    ];
    for (const value of [undefined, null, { a: 1 }, [1], Number.NaN, false, '  ']) {
      const row = Object.fromEntries(columns.map((column) => [column, value]));
      expect(read([{ ...row, id: 1 }])).toEqual([empty[table]]);
    }
  });

  test('a value that is no row, or has no id, is skipped', () => {
    const ids = [null, '', {}, Number.POSITIVE_INFINITY].map((id) => ({ id }));
    const found = [undefined, null, 'text', 7, [], {}, ...ids, { id: 'x' }];
    expect(read(found).map(({ id }) => id)).toEqual(['x']);
  });

  test('any row is read into an entity, whatever it holds', () => {
    const keys = ['id', 'store_id', 'stamps_needed', 'stamp_count', 'photo', 'logo_url', 'title'];
    const row = fc.dictionary(fc.constantFrom(...keys), fc.anything());
    fc.assert(
      fc.property(fc.array(fc.oneof(row, fc.anything())), (found) => {
        for (const entity of read(found)) {
          expect(Object.keys(entity)).toEqual(Object.keys(empty[table]));
          expect(entity.id).toEqual(expect.stringMatching(/\S/));
        }
      }),
    );
  });
});

test('the demo’s drawings are read from below the site’s path, other addresses as they are', async () => {
  vi.stubGlobal('__STAMPCARD_BASE_PATH__', '/stampcard');
  vi.resetModules();
  const fresh = await import('../../../src/lib/data/rows.ts');
  const { setPlatform: setFresh } = await import('../../../src/lib/platform/platform.ts');
  setFresh(memoryPlatform('/stampcard/home', 'https://stampcard.example'));
  const photos = ['/demo/cup.svg', '/storage/v1/cup.png', 'https://photos.example/demo/cup.svg'];
  const read = fresh.events(photos.map((photo, id) => ({ id, photo })));
  expect(read.map(({ photo }) => photo)).toEqual([`/stampcard${photos[0]}`, ...photos.slice(1)]);
});

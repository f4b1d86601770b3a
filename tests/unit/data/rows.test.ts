// @vitest-environment node
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { events, redemptions, rewards, stamps, stores } from '../../../src/lib/data/rows.ts';
import { setPlatform } from '../../../src/lib/platform/platform.ts';
import { memoryPlatform } from '../../memory-platform.ts';
import { reward } from '../domain/examples.ts';

beforeEach(() => setPlatform(memoryPlatform('/home', 'https://stampcard.example')));

const emptyStore = { id: '1', name: 'Store', address: null, logoUrl: null, suspended: false };
/** Every column of a reward that is missing is null, but for its title. */
const emptyReward = {
  ...Object.fromEntries(Object.keys(reward()).map((field) => [field, null])),
  id: '1',
  title: 'Untitled reward',
};
const emptyEvent = { id: '1', name: 'Untitled event', title: null, date: null, photo: null };
const emptyStamp = {
  id: '1',
  userId: '',
  storeId: '',
  storeName: 'Store',
  storeLogoUrl: null,
  count: 0,
  createdAt: null,
  invoiceNumber: null,
  metadata: undefined,
};
const emptyRedemption = {
  id: '1',
  userId: '',
  storeName: null,
  rewardTitle: null,
  rewardPhoto: null,
  stampsSpent: null,
  redeemedAt: null,
  createdAt: null,
  notes: null,
};
const kinds = [
  ['stores', stores, emptyStore],
  ['rewards', rewards, emptyReward],
  ['events', events, emptyEvent],
  ['stamps', stamps, emptyStamp],
  ['redemptions', redemptions, emptyRedemption],
] as const;

test('a whole row of each table is read into its entity', () => {
  const url = 'https://example.com/p.png';
  expect(
    stores([{ id: 3, name: 'Kape Tayo', address: 'Main St 1', logo_url: url, suspended: true }]),
  ).toEqual([{ id: '3', name: 'Kape Tayo', address: 'Main St 1', logoUrl: url, suspended: true }]);
  expect(
    rewards([
      {
        id: 7,
        store_id: 3,
        title: 'Tea',
        photo: url,
        stamps_needed: 8,
        date_start: '2026-01-01',
        date_end: '2026-12-31',
        store_name: 'Kape Tayo',
        store_logo_url: url,
      },
    ]),
  ).toEqual([
    {
      ...emptyReward,
      id: '7',
      storeId: '3',
      title: 'Tea',
      photo: url,
      stampsNeeded: 8,
      dateStart: '2026-01-01',
      dateEnd: '2026-12-31',
      storeName: 'Kape Tayo',
      storeLogoUrl: url,
    },
  ]);
  expect(
    events([{ id: 'e-1', name: 'Fair', title: 'Night market', date: '2026-12-01', photo: url }]),
  ).toEqual([{ id: 'e-1', name: 'Fair', title: 'Night market', date: '2026-12-01', photo: url }]);
  expect(
    stamps([
      {
        id: 1,
        user_id: 'ana',
        store_id: 3,
        store_name: 'Kape Tayo',
        store_logo_url: url,
        stamp_count: 2,
        created_at: '2026-11-21T02:00:00+00:00',
        invoice_or_number: 'KT-1',
        metadata: '{"goal":8}',
      },
    ]),
  ).toEqual([
    {
      id: '1',
      userId: 'ana',
      storeId: '3',
      storeName: 'Kape Tayo',
      storeLogoUrl: url,
      count: 2,
      createdAt: '2026-11-21T02:00:00+00:00',
      invoiceNumber: 'KT-1',
      metadata: '{"goal":8}',
    },
  ]);
  expect(
    redemptions([
      {
        id: 9,
        user_id: 'ana',
        store_name: 'Kape Tayo',
        reward_title: 'Free tea',
        reward_photo: url,
        stamps_spent: 8,
        redeemed_at: '2026-11-21',
        created_at: '2026-11-20',
        notes: 'No sugar',
      },
    ]),
  ).toEqual([
    {
      id: '9',
      userId: 'ana',
      storeName: 'Kape Tayo',
      rewardTitle: 'Free tea',
      rewardPhoto: url,
      stampsSpent: 8,
      redeemedAt: '2026-11-21',
      createdAt: '2026-11-20',
      notes: 'No sugar',
    },
  ]);
});

test('the other spellings of a field are read where the first is missing', () => {
  const [first, other] = ['https://example.com/1.png', 'https://example.com/2.png'];
  expect(stores([{ id: 1, logoUrl: other }])[0]?.logoUrl).toBe(other);
  expect(stores([{ id: 1, logo_url: first, logoUrl: other }])[0]?.logoUrl).toBe(first);
  expect(rewards([{ id: 1, storeId: 3, image: other }])[0]).toMatchObject({
    storeId: '3',
    photo: other,
  });
  expect(rewards([{ id: 1, store_id: '', storeId: 3 }])[0]?.storeId).toBe('3');
});

test('an endless text ends', () => {
  const [name, cut] = ['W'.repeat(500), `${'W'.repeat(500)}…`];
  expect(stores([{ id: 1, name, address: name }])[0]).toMatchObject({ name, address: name });
  const longer = `${name}W`;
  expect(stores([{ id: 1, name: longer, address: longer }])[0]).toMatchObject({
    name: cut,
    address: cut,
  });
  expect(rewards([{ id: 1, title: longer, store_name: longer }])[0]).toMatchObject({
    title: cut,
    storeName: cut,
  });
  expect(events([{ id: 1, name: longer, title: longer }])[0]).toMatchObject({
    name: cut,
    title: cut,
  });
  expect(stamps([{ id: 1, store_name: longer, invoice_or_number: longer }])[0]).toMatchObject({
    storeName: cut,
    invoiceNumber: cut,
  });
  expect(redemptions([{ id: 1, store_name: longer, notes: longer }])[0]).toMatchObject({
    storeName: cut,
    notes: cut,
  });
});

describe.each(kinds)('%s', (_, read, empty) => {
  test('a row with nothing but an id gets the defaults', () => {
    expect(read([{ id: 1 }])).toEqual([empty]);
  });

  test.each([
    ['text', 'odd'],
    ['null', null],
    ['an object', { a: 1 }],
    ['a list', [1]],
    ['not a number', Number.NaN],
    ['true', true],
    ['blank', '  '],
  ])('fields that are %s read as absent where they are not text', (kind, value) => {
    const row = Object.fromEntries(
      ['name', 'title', 'address', 'notes', 'store_name', 'created_at', 'date'].map((key) => [
        key,
        value,
      ]),
    );
    const [entity] = read([{ ...row, id: 1 }]);
    const known = Object.keys(empty).filter((key) => key in row);
    const shown = Object.fromEntries(
      Object.entries(entity ?? {}).filter(([k]) => known.includes(k)),
    );
    const absent = Object.fromEntries(Object.entries(empty).filter(([k]) => known.includes(k)));
    const given = Object.fromEntries(known.map((key) => [key, value]));
    expect(shown).toEqual(kind === 'text' ? given : absent);
  });

  test.each([
    [undefined],
    [null],
    ['text'],
    [7],
    [[]],
    [{}],
    [{ id: null }],
    [{ id: '' }],
    [{ id: {} }],
    [{ id: Number.POSITIVE_INFINITY }],
  ])('the value %j is no row', (row) => {
    expect(read([row, { id: 'x' }]).map(({ id }) => id)).toEqual(['x']);
  });

  test('any row is read into an entity, whatever it holds', () => {
    const keys = ['id', 'store_id', 'stamps_needed', 'stamp_count', 'photo', 'logo_url', 'title'];
    const row = fc.dictionary(fc.constantFrom(...keys), fc.anything());
    fc.assert(
      fc.property(fc.array(fc.oneof(row, fc.anything())), (found) => {
        for (const entity of read(found)) {
          expect(Object.keys(entity)).toEqual(Object.keys(empty));
          expect(entity.id).toEqual(expect.stringMatching(/\S/));
        }
      }),
    );
  });
});

test.each([
  ['https://example.com/p.png', true],
  ['/photos/p.png', true],
  ['http://localhost:9999/p.png', true],
  ['http://example.com/p.png', false],
  ['javascript:alert(1)', false],
  ['data:image/svg+xml,<svg onload=alert(1)>', false],
  ['//example.com/p.png', true],
  ['', false],
  [7, true],
])('the address %j of a picture is used: %s', (url, used) => {
  const shown = used ? String(url) : null;
  expect(stores([{ id: 1, logo_url: url }])[0]?.logoUrl).toBe(shown);
  expect(rewards([{ id: 1, photo: url, store_logo_url: url }])[0]).toMatchObject({
    photo: shown,
    storeLogoUrl: shown,
  });
  expect(events([{ id: 1, photo: url }])[0]?.photo).toBe(shown);
  expect(stamps([{ id: 1, store_logo_url: url }])[0]?.storeLogoUrl).toBe(shown);
  expect(redemptions([{ id: 1, reward_photo: url }])[0]?.rewardPhoto).toBe(shown);
});

test.each([
  [12, 12],
  ['12', 12],
  ['12.9', 12],
  [0, null],
  [-1, null],
  ['ten', null],
  [null, null],
  [true, null],
])('a reward’s need of %j is read as %j', (needed, shown) => {
  expect(rewards([{ id: 1, stamps_needed: needed }])[0]?.stampsNeeded).toBe(shown);
});

test.each([
  [true, true],
  ['true', false],
  [1, false],
  [null, false],
])('a store with suspended %j is suspended: %s', (suspended, shown) => {
  expect(stores([{ id: 1, suspended }])[0]?.suspended).toBe(shown);
});

describe('a site below a path of its host', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('its drawings of the demo are below the path, and other addresses are as they were', async () => {
    vi.stubGlobal('__STAMPCARD_BASE_PATH__', '/stampcard');
    vi.resetModules();
    const fresh = await import('../../../src/lib/data/rows.ts');
    const { setPlatform: setFresh } = await import('../../../src/lib/platform/platform.ts');
    setFresh(memoryPlatform('/stampcard/home', 'https://stampcard.example'));
    const photos = ['/demo/cup.svg', '/storage/v1/cup.png', 'https://photos.example/demo/cup.svg'];
    const read = fresh.events(photos.map((photo, id) => ({ id, photo })));
    expect(read.map(({ photo }) => photo)).toEqual([`/stampcard${photos[0]}`, ...photos.slice(1)]);
  });
});

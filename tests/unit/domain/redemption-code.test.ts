// @vitest-environment node
import fc from 'fast-check';
import LzString from 'lz-string';
import { describe, expect, test } from 'vitest';
import { receiptNumber } from '../../../src/lib/domain/receipt-number.ts';
import {
  packRedemption,
  redemptionPayload,
  unpackRedemption,
} from '../../../src/lib/domain/redemption-qr.ts';
import { redemptionQrTimeLeft } from '../../../src/lib/domain/redemption-time.ts';
import { anyText, person, reward, stamp } from './examples.ts';

const store = { id: 's1', name: 'Kape Tayo' };
const pack = (value: unknown) => LzString.compressToEncodedURIComponent(JSON.stringify(value));
/** Of one day, the newest first. */
const stamps = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    stamp({ id: `t${count - index}`, createdAt: new Date((count - index) * 1000).toISOString() }),
  );
const idsUpTo = (count: number) => Array.from({ length: count }, (_, index) => `t${index + 1}`);

const payload = redemptionPayload({
  person: person(),
  reward: reward({ photo: 'https://cdn.example/coffee.png' }),
  store,
  stamps: stamps(8),
});

test('the payload has its fields in their order', () => {
  expect(JSON.stringify(payload)).toBe(
    JSON.stringify({
      user_id: 'u1',
      stamp_ids: idsUpTo(8),
      reward_id: 'r1',
      store_id: 's1',
      reward_name: 'Free coffee',
      reward_photo: 'https://cdn.example/coffee.png',
      store_name: 'Kape Tayo',
      displayName: 'Ana Reyes',
    }),
  );
});

test.each([
  ['as many as there are', 3, 8, 3],
  ['10 for a smaller need', 15, 8, 10],
  ['10 for a need that is not set', 15, null, 10],
  ['as many as needed above 10', 15, 12, 12],
  ['none', 0, 8, 0],
])(
  'the stamps stand oldest first, at most the larger of 10 and the need: %s',
  (_, held, needed, carried) => {
    const fields = {
      person: person(),
      reward: reward({ stampsNeeded: needed }),
      store,
      stamps: stamps(held),
    };
    expect(redemptionPayload(fields).stamp_ids).toEqual(idsUpTo(carried));
  },
);

test('a person without a name has none in the code', () => {
  const nameless = person({ fullName: null, displayName: null, email: null });
  const fields = { person: nameless, reward: reward(), store, stamps: [] };
  expect(redemptionPayload(fields)).toMatchObject({ displayName: '', reward_photo: null });
});

test('names are cut and a photo’s address is left out before the code grows unreadable', () => {
  const long = 'x'.repeat(10_000);
  const fields = {
    person: person({ fullName: long }),
    store: { id: 's1', name: long },
    stamps: [],
  };
  const cut = redemptionPayload({
    ...fields,
    reward: reward({ title: long, photo: `https://${long}` }),
  });
  const whole = `${'x'.repeat(35)}…`;
  expect([cut.displayName, cut.store_name, cut.reward_name]).toEqual([whole, whole, whole]);
  expect(cut.reward_photo).toBeNull();
  const photo = 'https://'.padEnd(40, 'x');
  expect(redemptionPayload({ ...fields, reward: reward({ photo }) }).reward_photo).toBe(photo);
  expect(
    redemptionPayload({ ...fields, reward: reward({ photo: `${photo}x` }) }).reward_photo,
  ).toBeNull();
});

test('the packed text may stand in an address', () => {
  expect(packRedemption(payload)).toMatch(/^[\w+\-$]+$/);
});

test('ids that are numbers are packed as numbers, and any other as text', () => {
  const made = {
    ...payload,
    stamp_ids: ['12', '007', '9'.repeat(16)],
    reward_id: 'a',
    store_id: '3',
  };
  const packed = LzString.decompressFromEncodedURIComponent(packRedemption(made));
  expect(JSON.parse(packed ?? '')).toMatchObject({
    stamp_ids: [12, '007', '9'.repeat(16)],
    reward_id: 'a',
    store_id: 3,
  });
  expect(unpackRedemption(packRedemption(made))).toEqual(made);
});

test('a packed payload is unpacked', () => {
  expect(unpackRedemption(packRedemption(payload))).toEqual(payload);
});

test('a payload survives packing, whatever names, ids and addresses it holds', () => {
  const id = fc.oneof(fc.uuid(), fc.nat().map(String));
  const fields = fc.record({
    person: fc.record({ id, fullName: anyText, email: fc.option(anyText) }).map(person),
    reward: fc
      .record({ id, title: anyText, photo: fc.option(fc.webUrl()), stampsNeeded: fc.nat(30) })
      .map(reward),
    store: fc.record({ id, name: anyText.map((name) => name.repeat(200)) }),
    stamps: fc.array(fc.record({ id, createdAt: fc.option(anyText) }).map(stamp), {
      maxLength: 30,
    }),
  });
  fc.assert(
    fc.property(fields, (redeeming) => {
      const made = redemptionPayload(redeeming);
      expect(unpackRedemption(packRedemption(made))).toEqual(made);
    }),
  );
});

test.each([
  [
    'numbers for ids',
    { user_id: 1, stamp_ids: [2, '3'], reward_id: 4, store_id: 5 },
    { user_id: '1', stamp_ids: ['2', '3'], reward_id: '4', store_id: '5' },
  ],
  ['no stamps', { stamp_ids: [] }, { stamp_ids: [] }],
  [
    'names that are no texts',
    { reward_name: 7, store_name: null, displayName: [] },
    { reward_name: '', store_name: '', displayName: '' },
  ],
  ['no photo', { reward_photo: null }, { reward_photo: null }],
  ['a photo that is no text', { reward_photo: 7 }, { reward_photo: null }],
])('a payload is read with %s', (_, fields, read) => {
  expect(unpackRedemption(pack({ ...payload, ...fields }))).toEqual({ ...payload, ...read });
});

test.each([
  ['no user', { user_id: undefined }],
  ['a blank user', { user_id: ' ' }],
  ['no reward', { reward_id: undefined }],
  ['a reward that is no id', { reward_id: {} }],
  ['no store', { store_id: null }],
  ['no list of stamps', { stamp_ids: undefined }],
  ['a text for the stamps', { stamp_ids: 't1' }],
  ['a stamp that is no id', { stamp_ids: ['t1', null] }],
  ['a stamp with an empty id', { stamp_ids: ['t1', ''] }],
])('a payload is refused with %s', (_, fields) => {
  expect(unpackRedemption(pack({ ...payload, ...fields }))).toBeNull();
});

test.each([
  ['nothing', ''],
  ['a list', pack([payload])],
  ['a text', pack('text')],
  ['null', pack(null)],
  ['JSON that is not packed', JSON.stringify(payload)],
  ['an address', 'https://evil.example/'],
  ['a customer’s code', '{"display_name":"Ana","uid":"u1","hash":"0a0b0c0d"}'],
  ['cut in the middle', packRedemption(payload).slice(0, 100)],
  ['a text on which the library stumbles', 'zj61mrzaRB'],
  ['longer than any code', packRedemption(payload).padEnd(7090, 'A')],
])('a text is refused: %s', (_, text) => {
  expect(unpackRedemption(text)).toBeNull();
});

test('a text that unfolds into a hundred times its length is read without harm', () => {
  const text = pack({ ...payload, reward_name: 'x'.repeat(200_000) });
  expect(text.length).toBeLessThan(2000);
  expect(unpackRedemption(text)?.reward_name.length).toBe(200_000);
});

test('a text as long as the longest QR code is still read', () => {
  const padded = packRedemption(payload).padEnd(7089, 'A');
  expect(unpackRedemption(padded)).toEqual(payload);
  expect(unpackRedemption(`${padded}A`)).toBeNull();
});

describe('its time', () => {
  const made = Date.parse('2026-11-21T02:00:00Z');

  test.each([
    ['at once', 0, 120_000],
    ['after a second', 1000, 119_000],
    ['in the last millisecond', 119_999, 1],
    ['after 2 minutes', 120_000, 0],
    ['later', 120_001, 0],
    ['a day later', 86_400_000, 0],
    ['the clock set back by a second', -1000, 120_000],
    ['the clock set back by 2 minutes', -120_000, 120_000],
    ['the clock set back by more', -120_001, 0],
  ])('a redemption code has the right time left %s', (_, age, left) => {
    expect(redemptionQrTimeLeft(made, made + age)).toBe(left);
  });
});

test.each([
  ['7', '7'],
  ['1234567890123', '1234567890123'],
  ['5f6bca52-6f5c-4d55-9bb5-2f4a0d2cb0f1', '5F6BCA52'],
])('the redemption %s is called %s', (id, number) => {
  expect(receiptNumber(id)).toBe(number);
});

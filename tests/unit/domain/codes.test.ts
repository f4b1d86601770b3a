// @vitest-environment node
import fc from 'fast-check';
import LzString from 'lz-string';
import { describe, expect, test } from 'vitest';
import {
  customerQrText,
  dailyHash,
  fnv1a32,
  readCustomerQr,
} from '../../../src/lib/domain/customer-qr.ts';
import { readId, shortAddress, shortName } from '../../../src/lib/domain/payload.ts';
import { receiptNumber } from '../../../src/lib/domain/receipt-number.ts';
import {
  packRedemption,
  redemptionPayload,
  unpackRedemption,
} from '../../../src/lib/domain/redemption-qr.ts';
import { redemptionQrTimeLeft } from '../../../src/lib/domain/redemption-time.ts';
import { anyInstant, anyText, person, reward, stamp, words } from './examples.ts';

describe('the stamp code', () => {
  const now = Date.parse('2026-11-21T02:00:00Z');

  test('the text is JSON with its fields in their order', () => {
    const hash = dailyHash('u1', now);
    expect(customerQrText(person(), now)).toBe(
      `{"display_name":"Ana Reyes","uid":"u1","hash":"${hash}"}`,
    );
    const nameless = person({ fullName: null, displayName: null, email: null });
    expect(readCustomerQr(customerQrText(nameless, now))?.displayName).toBe('Stampcard User');
  });

  test('the text changes with the day in UTC+8, and with nothing else', () => {
    const text = (iso: string) => customerQrText(person(), Date.parse(iso));
    expect(text('2026-11-20T16:00:00Z')).toBe(text('2026-11-21T15:59:59.999Z'));
    expect(text('2026-11-20T15:59:59.999Z')).not.toBe(text('2026-11-20T16:00:00Z'));
  });

  const maybeName = fc.option(
    fc.oneof(
      anyText,
      anyText.map((text) => text.repeat(400)),
    ),
  );
  const anyPerson = fc
    .record({ id: fc.uuid(), fullName: maybeName, displayName: maybeName, email: maybeName })
    .map(person);

  test('a stamp code that is written can be read, and stays short enough for a QR code, whatever the name', () => {
    fc.assert(
      fc.property(anyPerson, anyInstant, (customer, instant) => {
        const text = customerQrText(customer, instant);
        const read = readCustomerQr(text);
        expect(read).toMatchObject({ uid: customer.id, hash: dailyHash(customer.id, instant) });
        expect(read?.displayName).not.toBe('');
        expect(read?.displayName.length).toBeLessThanOrEqual(60);
      }),
    );
  });

  test('a code with the longest address instead of a name is 65 modules wide', () => {
    const email = `${'x'.repeat(48)}@example.com`;
    const text = customerQrText(person({ fullName: null, displayName: null, email }), 0);
    expect(readCustomerQr(text)?.displayName).toBe(email);
    const longer = person({ fullName: null, displayName: null, email: `x${email}` });
    expect(readCustomerQr(customerQrText(longer, 0))?.displayName).toHaveLength(60);
    // Version 12 holds 155 bytes with the correction that the logo needs.
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(155);
  });

  test('a code reads with an id of either kind, and without a name', () => {
    const unnamed = { displayName: '', uid: '7', hash: '0a' };
    for (const [text, read] of [
      ['{"display_name":"Ana","uid":7,"hash":"0a"}', { ...unnamed, displayName: 'Ana' }],
      ['{"uid":"7","hash":"0a","admin":true}', unnamed],
      ['{"display_name":{},"uid":"7","hash":"0a"}', unnamed],
    ] as const) {
      expect.soft(readCustomerQr(text), text).toEqual(read);
    }
  });

  test('a text without an id or a hash, or in another form, is no code', () => {
    for (const text of [
      '{"hash":"0a"}',
      '{"uid":" ","hash":"0a"}',
      '{"uid":["7"],"hash":"0a"}',
      '{"uid":"7"}',
      '{"uid":"7","hash":10}',
      '[{"uid":"7","hash":"0a"}]',
      'null',
      'https://evil.example/',
      '{"uid":"7"',
    ]) {
      expect.soft(readCustomerQr(text), text).toBeNull();
    }
  });

  test('a text as long as the longest QR code is still read', () => {
    const padded = '{"uid":"7","hash":"0a"}'.padEnd(7089);
    expect(readCustomerQr(padded)).not.toBeNull();
    expect(readCustomerQr(`${padded} `)).toBeNull();
  });
});

/**
 * From the reference implementation's test_fnv.c (fnv1a_32_vector) by Landon Curt Noll,
 * http://www.isthe.com/chongo/tech/comp/fnv/, also the code of RFC 9923.
 */
const published = [
  ['', '811c9dc5'],
  ['a', 'e40c292c'],
  ['foobar', 'bf9cf968'],
  ['\0', '050c5d1f'],
  ['http://www.isthe.com/chongo/tech/math/prime/mersenne.html#largest', 'd19701c3'],
] as const;

/** The textbook form over big integers and the runtime's own encoder. */
function reference(text: string): string {
  let hash = 0x811c9dc5n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = ((hash ^ BigInt(byte)) * 0x01000193n) & 0xffffffffn;
  }
  return hash.toString(16).padStart(8, '0');
}

test.each(published)('the published hash of %j is %s', (text, hash) => {
  expect(fnv1a32(text)).toBe(hash);
});

test('any text hashes as the textbook says, its bytes in UTF-8', () => {
  for (const text of words(
    '\u007f \u0080 \u07ff \u0800 \uffff \u{10000} \u{10ffff} \ud83d Ñoño 🧋',
  )) {
    expect.soft(fnv1a32(text), text).toBe(reference(text));
  }
  fc.assert(fc.property(anyText, (text) => fnv1a32(text) === reference(text)));
});

test('the daily hash is of the user id followed by the app day', () => {
  const now = Date.parse('2026-11-20T16:00:00Z');
  expect(dailyHash('u1', now)).toBe(fnv1a32('u12026-11-21'));
  expect(dailyHash('u1', now - 1)).toBe(fnv1a32('u12026-11-20'));
});

test.each([
  ['7', '7'],
  [7, '7'],
  [-1, '-1'],
  [' ', null],
  [7.5, null],
  [2 ** 53, null],
  [true, null],
  [undefined, null],
  [['7'], null],
])('the id in %j is %j', (value, id) => {
  expect(readId(value)).toBe(id);
});

const FAMILY = '👩‍👩‍👧‍👦';

test.each([
  ['36 characters stay', 'x'.repeat(36), 'x'.repeat(36)],
  ['37 are cut to 36', 'x'.repeat(37), `${'x'.repeat(35)}…`],
  ['of any script', '山'.repeat(37), `${'山'.repeat(35)}…`],
  ['no emoji is cut in half', '🧋'.repeat(19), `${'🧋'.repeat(17)}…`],
  ['no family is parted', FAMILY.repeat(4), `${FAMILY.repeat(3)}…`],
])('a name is shortened: %s', (_, name, short) => {
  expect(shortName(name)).toBe(short);
});

test.each([
  ['60 characters stay', `${'x'.repeat(48)}@example.com`, `${'x'.repeat(48)}@example.com`],
  ['61 lose some before the @', `${'x'.repeat(49)}@example.com`, `${'x'.repeat(47)}…@example.com`],
  ['a domain without end is cut', `a@${'x'.repeat(70)}`, `a@${'x'.repeat(57)}…`],
])('an address is shortened: %s', (_, address, short) => {
  expect(shortAddress(address)).toBe(short);
});

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
  const nameless = person({ fullName: null, displayName: null, email: null });
  const fields = { person: nameless, reward: reward(), store, stamps: [] };
  expect(redemptionPayload(fields)).toMatchObject({ displayName: '', reward_photo: null });
});

test.each([
  [3, 8, 3],
  [15, 8, 10],
  [15, null, 10],
  [15, 12, 12],
])('of %i stamps held and %s needed, the code has the oldest %i', (held, stampsNeeded, carried) => {
  const fields = { person: person(), reward: reward({ stampsNeeded }), store };
  expect(redemptionPayload({ ...fields, stamps: stamps(held) }).stamp_ids).toEqual(
    idsUpTo(carried),
  );
});

test('a code stays readable: long names are cut, and a long photo address is left out', () => {
  const long = 'x'.repeat(10_000);
  const payloadWith = (address: string) =>
    redemptionPayload({
      person: person({ fullName: long }),
      reward: reward({ title: long, photo: address }),
      store: { id: 's1', name: long },
      stamps: [],
    });
  const photo = 'https://'.padEnd(40, 'x');
  const whole = `${'x'.repeat(35)}…`;
  expect(payloadWith(photo)).toMatchObject({
    displayName: whole,
    store_name: whole,
    reward_name: whole,
    reward_photo: photo,
  });
  expect(payloadWith(`${photo}x`).reward_photo).toBeNull();
});

test('ids that are numbers are packed as numbers, and any other as text', () => {
  const ids = { stamp_ids: ['12', '007', '9'.repeat(16)], reward_id: 'a', store_id: '3' };
  const made = { ...payload, ...ids };
  const packed = LzString.decompressFromEncodedURIComponent(packRedemption(made));
  expect(JSON.parse(packed ?? '')).toMatchObject({
    ...ids,
    stamp_ids: [12, '007', '9'.repeat(16)],
    store_id: 3,
  });
  expect(unpackRedemption(packRedemption(made))).toEqual(made);
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

test('a payload without an id is refused', () => {
  for (const fields of [
    { user_id: undefined },
    { user_id: ' ' },
    { reward_id: {} },
    { store_id: null },
    { stamp_ids: undefined },
    { stamp_ids: 't1' },
    { stamp_ids: ['t1', null] },
    { stamp_ids: ['t1', ''] },
  ]) {
    const text = pack({ ...payload, ...fields });
    expect.soft(unpackRedemption(text), JSON.stringify(fields)).toBeNull();
  }
});

test.each([
  ['nothing', ''],
  ['a list', pack([payload])],
  ['null', pack(null)],
  ['JSON that is not packed', JSON.stringify(payload)],
  ['a customer’s code', '{"display_name":"Ana","uid":"u1","hash":"0a0b0c0d"}'],
  ['cut in the middle', packRedemption(payload).slice(0, 100)],
  ['a text on which the library stumbles', 'zj61mrzaRB'],
])('a text is refused: %s', (_, text) => {
  expect(unpackRedemption(text)).toBeNull();
});

test('a text that unfolds into a hundred times its length is read without harm', () => {
  const text = pack({ ...payload, reward_name: 'x'.repeat(200_000) });
  expect(text.length).toBeLessThan(2000);
  expect(unpackRedemption(text)?.reward_name.length).toBe(200_000);
});

test('a redemption code as long as the longest QR code is still read', () => {
  const padded = packRedemption(payload).padEnd(7089, 'A');
  expect(unpackRedemption(padded)).toEqual(payload);
  expect(unpackRedemption(`${padded}A`)).toBeNull();
});

test.each([
  ['after a second', 1000, 119_000],
  ['in the last millisecond', 119_999, 1],
  ['after 2 minutes', 120_000, 0],
  ['a day later', 86_400_000, 0],
  ['the clock set back by 2 minutes', -120_000, 120_000],
  ['the clock set back by more', -120_001, 0],
])('a redemption code has the right time left %s', (_, age, left) => {
  const made = Date.parse('2026-11-21T02:00:00Z');
  expect(redemptionQrTimeLeft(made, made + age)).toBe(left);
});

test.each([
  ['7', '7'],
  ['5f6bca52-6f5c-4d55-9bb5-2f4a0d2cb0f1', '5F6BCA52'],
])('the redemption %s is called %s', (id, number) => {
  expect(receiptNumber(id)).toBe(number);
});

// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { customerQrText, readCustomerQr } from '../../../src/lib/domain/customer-qr.ts';
import { dailyHash, fnv1a32 } from '../../../src/lib/domain/daily-hash.ts';
import {
  parseFields,
  readId,
  readText,
  shortAddress,
  shortName,
} from '../../../src/lib/domain/payload.ts';
import { anyInstant, anyText, person } from './examples.ts';

describe('the stamp code', () => {
  const now = Date.parse('2026-11-21T02:00:00Z');

  test('the text is JSON with its fields in their order', () => {
    const hash = dailyHash('u1', now);
    expect(customerQrText(person(), now)).toBe(
      `{"display_name":"Ana Reyes","uid":"u1","hash":"${hash}"}`,
    );
  });

  test('the text changes with the day in UTC+8, and with nothing else', () => {
    const text = (iso: string) => customerQrText(person(), Date.parse(iso));
    expect(text('2026-11-20T16:00:00Z')).toBe(text('2026-11-21T15:59:59.999Z'));
    expect(text('2026-11-20T15:59:59.999Z')).not.toBe(text('2026-11-20T16:00:00Z'));
  });

  test('a person without any name is called Stampcard User', () => {
    const nameless = person({ fullName: null, displayName: null, email: null });
    expect(readCustomerQr(customerQrText(nameless, now))?.displayName).toBe('Stampcard User');
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

  test('a code with the longest address in the place of a name is 65 modules wide', () => {
    const email = `${'x'.repeat(48)}@example.com`;
    const text = customerQrText(person({ fullName: null, displayName: null, email }), 0);
    expect(readCustomerQr(text)?.displayName).toBe(email);
    // Version 12 holds 155 bytes with the correction that the logo needs.
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(155);
  });

  test.each([
    ['as it is', 'x'.repeat(36), 'x'.repeat(36)],
    ['letters', 'x'.repeat(37), `${'x'.repeat(35)}…`],
    ['characters of three bytes', '山'.repeat(37), `${'山'.repeat(35)}…`],
    ['characters of four bytes, whole', '🎉'.repeat(19), `${'🎉'.repeat(17)}…`],
    ['what JSON escapes', '"'.repeat(37), `${'"'.repeat(35)}…`],
  ])('a name takes 36 bytes at most: %s', (_, fullName, shown) => {
    expect(readCustomerQr(customerQrText(person({ fullName }), now))?.displayName).toBe(shown);
  });

  test.each([
    [
      'a number for an id',
      '{"display_name":"Ana","uid":7,"hash":"0a"}',
      { displayName: 'Ana', uid: '7', hash: '0a' },
    ],
    ['no name', '{"uid":"7","hash":"0a"}', { displayName: '', uid: '7', hash: '0a' }],
    [
      'a name that is no text',
      '{"display_name":{},"uid":"7","hash":"0a"}',
      { displayName: '', uid: '7', hash: '0a' },
    ],
    [
      'other fields besides',
      '{"uid":"7","hash":"0a","admin":true}',
      { displayName: '', uid: '7', hash: '0a' },
    ],
    ['no id', '{"hash":"0a"}', null],
    ['an empty id', '{"uid":"","hash":"0a"}', null],
    ['a blank id', '{"uid":" ","hash":"0a"}', null],
    ['an id that is no text', '{"uid":["7"],"hash":"0a"}', null],
    ['a fraction for an id', '{"uid":7.5,"hash":"0a"}', null],
    ['no hash', '{"uid":"7"}', null],
    ['an empty hash', '{"uid":"7","hash":""}', null],
    ['a hash that is no text', '{"uid":"7","hash":10}', null],
    ['a list', '[{"uid":"7","hash":"0a"}]', null],
    ['null', 'null', null],
    ['a text', '"u1"', null],
    ['an address', 'https://evil.example/', null],
    ['nothing', '', null],
    ['broken JSON', '{"uid":"7"', null],
    ['longer than any code', `{"uid":"7","hash":"0a","x":"${'x'.repeat(7089)}"}`, null],
  ])('a stamp code is read: %s', (_, text, read) => {
    expect(readCustomerQr(text)).toEqual(read);
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
  ['b', 'e70c2de5'],
  ['c', 'e60c2c52'],
  ['d', 'e10c2473'],
  ['e', 'e00c22e0'],
  ['f', 'e30c2799'],
  ['fo', '6222e842'],
  ['foo', 'a9f37ed7'],
  ['foob', '3f5076ef'],
  ['fooba', '39aaa18a'],
  ['foobar', 'bf9cf968'],
  ['\0', '050c5d1f'],
  ['a\0', '2b24d044'],
  ['ch', '5f299f4e'],
  ['cho', 'ef8580f3'],
  ['chon', 'ac297727'],
  ['chong', '4546b9c0'],
  ['chongo', 'bd564e7d'],
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

test.each([
  ['the last of one byte', '\u007f'],
  ['the first of two bytes', '\u0080'],
  ['the last of two bytes', '\u07ff'],
  ['the first of three bytes', '\u0800'],
  ['the last of three bytes', '\uffff'],
  ['the first of four bytes', '\u{10000}'],
  ['the last of four bytes', '\u{10ffff}'],
  ['half a surrogate pair', '\ud83d'],
  ['a name', 'Ñoño 🧋'],
])('a text is hashed as UTF-8 bytes: %s', (_, text) => {
  expect(fnv1a32(text)).toBe(reference(text));
});

test('any text hashes as the textbook says', () => {
  fc.assert(fc.property(anyText, (text) => fnv1a32(text) === reference(text)));
});

test('the daily hash is of the user id followed by the app day', () => {
  const now = Date.parse('2026-11-20T16:00:00Z');
  expect(dailyHash('u1', now)).toBe(fnv1a32('u12026-11-21'));
  expect(dailyHash('u1', now - 1)).toBe(fnv1a32('u12026-11-20'));
});

const FAMILY = '👩‍👩‍👧‍👦';

test.each([
  ['{"a":1}', { a: 1 }],
  ['{}', {}],
  ['null', null],
  ['7', null],
  ['"text"', null],
  ['', null],
  ['{', null],
  ['['.repeat(100_000), null],
])('a payload of %.20j is read into fields or refused', (json, fields) => {
  expect(parseFields(json)).toEqual(fields);
});

test.each([
  ['7', '7'],
  ['0b1c-22', '0b1c-22'],
  [7, '7'],
  [0, '0'],
  [-1, '-1'],
  ['', null],
  [' ', null],
  [7.5, null],
  [2 ** 53, null],
  [Number.NaN, null],
  [true, null],
  [null, null],
  [undefined, null],
  [['7'], null],
])('the id in %j is %j', (value, id) => {
  expect(readId(value)).toBe(id);
});

test('a field is a text only if it is one', () => {
  expect(readText('Ana')).toBe('Ana');
  expect([7, null, undefined, {}, ['Ana']].map(readText)).toEqual(['', '', '', '', '']);
});

test.each([
  ['36 characters stay', 'x'.repeat(36), 'x'.repeat(36)],
  ['37 are cut to 36', 'x'.repeat(37), `${'x'.repeat(35)}…`],
  ['of any script', '山'.repeat(37), `${'山'.repeat(35)}…`],
  ['no emoji is cut in half', '🧋'.repeat(19), `${'🧋'.repeat(17)}…`],
  ['no family is parted', FAMILY.repeat(4), `${FAMILY.repeat(3)}…`],
  ['nothing stays nothing', '', ''],
])('a name is shortened: %s', (_, name, short) => {
  expect(shortName(name)).toBe(short);
});

test.each([
  ['60 characters stay', `${'x'.repeat(48)}@example.com`, `${'x'.repeat(48)}@example.com`],
  ['61 lose some before the @', `${'x'.repeat(49)}@example.com`, `${'x'.repeat(47)}…@example.com`],
  ['a domain without end is cut', `a@${'x'.repeat(70)}`, `a@${'x'.repeat(57)}…`],
  ['nothing stays nothing', '', ''],
])('an address is shortened: %s', (_, address, short) => {
  expect(shortAddress(address)).toBe(short);
});

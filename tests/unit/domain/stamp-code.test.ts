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
import { anyInstant, anyText, person, words } from './examples.ts';

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

  test('a code with the longest address in the place of a name is 65 modules wide', () => {
    const email = `${'x'.repeat(48)}@example.com`;
    const text = customerQrText(person({ fullName: null, displayName: null, email }), 0);
    expect(readCustomerQr(text)?.displayName).toBe(email);
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

const FAMILY = '👩‍👩‍👧‍👦';

test('a payload is read into fields or refused', () => {
  expect(parseFields('{"a":1}')).toEqual({ a: 1 });
  for (const json of ['null', '7', '"text"', '', '{', '['.repeat(100_000)]) {
    expect(parseFields(json)).toBeNull();
  }
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

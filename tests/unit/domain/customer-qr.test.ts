// @vitest-environment node
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { customerQrText, readCustomerQr } from '../../../src/lib/domain/customer-qr.ts';
import { dailyHash } from '../../../src/lib/domain/daily-hash.ts';
import { anyInstant, anyText, person } from './examples.ts';

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

test('any text is read or refused, never an error', () => {
  const text = fc.oneof(
    anyText,
    fc.json(),
    fc.jsonValue().map((uid) => JSON.stringify({ uid, hash: 'x' })),
  );
  fc.assert(
    fc.property(text, (anything) => {
      const read = readCustomerQr(anything);
      expect(read === null || (read.uid.trim() !== '' && read.hash !== '')).toBe(true);
    }),
  );
});

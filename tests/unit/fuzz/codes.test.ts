// @vitest-environment node
import fc from 'fast-check';
import LzString from 'lz-string';
import { expect, test } from 'vitest';
import { customerQrText, readCustomerQr } from '../../../src/lib/domain/customer-qr.ts';
import {
  packRedemption,
  redemptionPayload,
  unpackRedemption,
} from '../../../src/lib/domain/redemption-qr.ts';
import { anyText, person, reward, stamp } from '../domain/examples.ts';
import { fuzz } from './fuzz.ts';
import { damaged, madeOf } from './inputs.ts';

const now = Date.parse('2026-11-21T02:00:00Z');
const customerCodes = [person(), person({ id: '7', fullName: 'Ñoño 🧋' })].map((customer) =>
  customerQrText(customer, now),
);
const payload = redemptionPayload({
  person: person(),
  reward: reward({ photo: 'https://cdn.example/coffee.png' }),
  store: { id: 's1', name: 'Kape Tayo' },
  stamps: [stamp(), stamp({ id: 't2' })],
});
const json = madeOf(
  '{',
  '}',
  '[',
  ']',
  '"',
  ':',
  ',',
  'uid',
  'hash',
  '1',
  'e9',
  '.',
  '-',
  '\\u0000',
  '\\',
  'null',
  ' ',
);
const packedAlphabet = madeOf(
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-$',
);
const packedFields = fc
  .record(
    {
      user_id: fc.jsonValue(),
      stamp_ids: fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue()),
      reward_photo: fc.jsonValue(),
    },
    { requiredKeys: [] },
  )
  .map((fields) =>
    LzString.compressToEncodedURIComponent(JSON.stringify({ ...payload, ...fields })),
  );
const isId = (id: unknown) => typeof id === 'string' && id.trim() !== '';

test('a stamp code is whole or refused', () => {
  fuzz(
    'customer codes',
    fc.oneof(damaged(customerCodes), damaged(customerCodes, json), json, anyText),
    (text) => {
      const read = readCustomerQr(text);
      if (read === null) return;
      expect(isId(read.uid) && read.hash !== '' && typeof read.displayName === 'string').toBe(true);
      expect(JSON.parse(text)).toMatchObject({ hash: read.hash });
    },
  );
});

test('a redemption code is whole or refused', () => {
  const packed = packRedemption(payload);
  const texts = fc.oneof(
    damaged([packed]),
    damaged([packed], packedAlphabet),
    packedAlphabet,
    packedFields,
    anyText,
  );
  fuzz('redemption codes', texts, (text) => {
    const read = unpackRedemption(text);
    if (read === null) return;
    const { user_id, stamp_ids, reward_id, store_id, reward_photo, ...names } = read;
    expect([user_id, reward_id, store_id, ...stamp_ids].every(isId)).toBe(true);
    expect(Object.values(names).map((name) => typeof name)).toEqual(['string', 'string', 'string']);
    expect(reward_photo === null || typeof reward_photo === 'string').toBe(true);
    expect(unpackRedemption(packRedemption(read))).toEqual(read);
  });
});

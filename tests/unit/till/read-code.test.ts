import { expect, test } from 'vitest';
import { customerQrText } from '../../../src/lib/domain/customer-qr.ts';
import { packRedemption } from '../../../src/lib/domain/redemption-qr.ts';
import { readCode } from '../../../src/till/read-code.ts';
import { ana } from '../../people.ts';

const { id, email, name } = ana;

test('a customer’s code is read as the app makes it, with space around it too', () => {
  const person = { id, email, provider: 'google', fullName: name, displayName: null };
  const text = customerQrText(person, Date.now());
  for (const scanned of [text, ` ${text}\n`]) {
    expect(readCode(scanned)).toMatchObject({
      kind: 'customer',
      payload: { display_name: 'Ana Reyes', uid: id, hash: expect.any(String) },
    });
  }
});

test('a redemption code is read as the app makes it', () => {
  const payload = {
    user_id: id,
    stamp_ids: ['1', '2'],
    reward_id: '1',
    store_id: '1',
    reward_name: 'Free kapeng barako',
    reward_photo: null,
    store_name: 'Kape Tayo',
    displayName: name,
  };
  expect(readCode(packRedemption(payload))).toEqual({ kind: 'redemption', payload });
});

test.each(['', 'https://example.com', '{}', 'null', '\u0000', '💳'.repeat(5000)])(
  'no code of Stampcard: %j',
  (content) => {
    expect(readCode(content)).toBeNull();
  },
);

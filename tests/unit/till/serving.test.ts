import { beforeEach, expect, test, vi } from 'vitest';
import { customerQrText } from '../../../src/lib/domain/customer-qr.ts';
import { packRedemption } from '../../../src/lib/domain/redemption-qr.ts';
import { redeemReward } from '../../../src/till/backend.ts';
import { $serving, nextCustomer, redeem, scanned } from '../../../src/till/serving.ts';
import { ana, ben } from '../../people.ts';

vi.mock('../../../src/till/backend.ts', () => ({ Refusal: class {}, redeemReward: vi.fn() }));

const codeOf = ({ id, email, name }: typeof ana) =>
  customerQrText(
    { id, email, provider: 'google', fullName: name, displayName: null },
    Date.parse('2025-11-22T04:00:00Z'),
  );

beforeEach(nextCustomer);

test('what is read late does not replace the customer who is served', {
  tags: ['till-camera'],
}, () => {
  expect(scanned(codeOf(ana))).toBe(true);
  const served = $serving.get();
  for (const late of [codeOf(ben), null]) {
    expect(scanned(late)).toBe(false);
    expect($serving.get()).toBe(served);
  }
});

test('a code of another store is not redeemed, whatever it says of itself', {
  tags: ['till-own-store'],
}, async () => {
  const names = { reward_name: 'Free kapeng barako', store_name: 'Kape Tayo', displayName: 'Ana' };
  const ids = { user_id: ana.id, stamp_ids: ['1'], reward_id: '2', store_id: '2' };
  scanned(packRedemption({ ...ids, ...names, reward_photo: null }));
  const serving = $serving.get();
  if (serving.step !== 'found') throw new Error('The code is not read.');
  await redeem(serving.scan, 1, '');
  expect(redeemReward).not.toHaveBeenCalled();
  expect($serving.get()).toMatchObject({
    step: 'refused',
    problem: expect.stringMatching(/^This code is for another store/),
  });
  vi.mocked(redeemReward).mockResolvedValueOnce({ reward: 'Halo-halo', count: 1, held: 0 });
  await redeem(serving.scan, 2, '');
  expect($serving.get().step).toBe('done');
});

test('a name in a code is no longer than the app makes it, and leaves room for what was done', {
  tags: ['store-counter-stand-in'],
}, () => {
  const fields = JSON.parse(codeOf(ana));
  scanned(JSON.stringify({ ...fields, display_name: 'Ana '.repeat(300) }));
  expect($serving.get()).toMatchObject({
    scan: { customer: expect.stringMatching(/^(Ana ){8}Ana…$/) },
  });
});

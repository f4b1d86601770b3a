import { beforeEach, expect, test, vi } from 'vitest';
import { customerQrText } from '../../../src/lib/domain/customer-qr.ts';
import { packRedemption } from '../../../src/lib/domain/redemption-qr.ts';
import { readOffer } from '../../../src/till/backend.ts';
import { $serving, nextCustomer, scanned } from '../../../src/till/serving.ts';
import { ana, ben } from '../../people.ts';

vi.mock('../../../src/till/backend.ts', () => ({ readOffer: vi.fn() }));

const codeOf = ({ id, email, name }: typeof ana) =>
  customerQrText(
    { id, email, provider: 'google', fullName: name, displayName: null },
    Date.parse('2025-11-22T04:00:00Z'),
  );

beforeEach(nextCustomer);

test('what is read late does not replace the customer who is served', () => {
  expect(scanned(codeOf(ana))).toBe(true);
  const served = $serving.get();
  for (const late of [codeOf(ben), null]) {
    expect(scanned(late)).toBe(false);
    expect($serving.get()).toBe(served);
  }
});

test('what is looked up late is not shown for the next customer', async () => {
  let come = (_offer: null) => {};
  vi.mocked(readOffer).mockReturnValueOnce(
    new Promise((resolve) => {
      come = resolve;
    }),
  );
  const ids = { user_id: ana.id, stamp_ids: ['1'], reward_id: '2', store_id: '1' };
  const names = { reward_name: 'Tea', store_name: 'Kape Tayo', displayName: 'Ana' };
  scanned(packRedemption({ ...ids, ...names, reward_photo: null }));
  expect($serving.get().step).toBe('looking');
  nextCustomer();
  scanned(codeOf(ben));
  const served = $serving.get();
  come(null);
  await Promise.resolve();
  expect($serving.get()).toBe(served);
});

test('a name in a code is no longer than the app makes it, and leaves room for what was done', () => {
  const fields = JSON.parse(codeOf(ana));
  scanned(JSON.stringify({ ...fields, display_name: 'Ana '.repeat(300) }));
  expect($serving.get()).toMatchObject({
    scan: { customer: expect.stringMatching(/^(Ana ){14}Ana…$/) },
  });
});

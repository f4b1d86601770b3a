import { beforeEach, expect, test, vi } from 'vitest';
import { customerQrText } from '../../../src/lib/domain/customer-qr.ts';
import { $serving, nextCustomer, scanned } from '../../../src/till/serving.ts';
import { ana, ben } from '../../people.ts';

vi.mock('../../../src/till/backend.ts', () => ({}));

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

// @vitest-environment node
import { expect, test } from 'vitest';
import { receiptNumber } from '../../../src/lib/domain/receipt-number.ts';

test.each([
  ['7', '7'],
  ['1234567890123', '1234567890123'],
  ['5f6bca52-6f5c-4d55-9bb5-2f4a0d2cb0f1', '5F6BCA52'],
])('the redemption %s is called %s', (id, number) => {
  expect(receiptNumber(id)).toBe(number);
});

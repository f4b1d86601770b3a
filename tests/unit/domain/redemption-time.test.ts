// @vitest-environment node
import { expect, test } from 'vitest';
import { redemptionQrTimeLeft } from '../../../src/lib/domain/redemption-time.ts';

const made = Date.parse('2026-11-21T02:00:00Z');

test.each([
  ['at once', 0, 120_000],
  ['after a second', 1000, 119_000],
  ['in the last millisecond', 119_999, 1],
  ['after 2 minutes', 120_000, 0],
  ['later', 120_001, 0],
  ['a day later', 86_400_000, 0],
  ['the clock set back by a second', -1000, 120_000],
  ['the clock set back by 2 minutes', -120_000, 120_000],
  ['the clock set back by more', -120_001, 0],
])('a redemption code has the right time left %s', (_, age, left) => {
  expect(redemptionQrTimeLeft(made, made + age)).toBe(left);
});

/**
 * How long a redemption code is good for (docs/product.md#redemption-code). Apart from
 * redemption-qr.ts, whose compression comes once the page has nothing else to do.
 */
import { endOfAppDay, parseInstant } from './day.ts';
import { REDEMPTION_QR_VALID_MS } from './limits.ts';

/**
 * When a code ends: with its 2 minutes, or with its reward. If that is over by the device's clock already,
 * the backend knows better.
 */
export function redemptionQrEnd(generatedAt: number, dateEnd: string | null): number {
  const end = generatedAt + REDEMPTION_QR_VALID_MS;
  const lastDay = parseInstant(dateEnd);
  const rewardEnd = lastDay === null ? end : endOfAppDay(lastDay) + 1;
  return rewardEnd > generatedAt ? Math.min(end, rewardEnd) : end;
}

/**
 * Milliseconds, from 0 to 2 minutes. If the device's clock is set back, a little is forgiven; beyond 2
 * minutes the age is unknown, and the code has expired.
 */
export function redemptionQrTimeLeft(
  { generatedAt, validUntil }: { generatedAt: number; validUntil: number },
  now: number,
): number {
  if (Math.abs(now - generatedAt) > REDEMPTION_QR_VALID_MS) return 0;
  return Math.max(0, validUntil - Math.max(now, generatedAt));
}

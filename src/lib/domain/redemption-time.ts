/**
 * How long a redemption code is good for (docs/product.md#redemption-code). Apart from
 * redemption-qr.ts, whose compression comes once the page has nothing else to do.
 */
import { REDEMPTION_QR_VALID_MS } from './limits.ts';

/**
 * Milliseconds, from 0 to 2 minutes. If the device's clock is set back, a little is forgiven; beyond 2
 * minutes the age is unknown, and the code has expired.
 */
export function redemptionQrTimeLeft(generatedAt: number, now: number): number {
  const age = now - generatedAt;
  if (Math.abs(age) > REDEMPTION_QR_VALID_MS) return 0;
  return Math.min(REDEMPTION_QR_VALID_MS - age, REDEMPTION_QR_VALID_MS);
}

/**
 * How long a redemption code is good for (docs/product.md#redemption-code). Separate from
 * redemption-qr.ts, whose compression is loaded after the screen.
 */
import { REDEMPTION_QR_VALID_MS } from './limits.ts';

/**
 * In milliseconds. A clock that was set back a little is forgiven; one that was set back further makes the
 * age unknown, and the code counts as expired.
 */
export function redemptionQrTimeLeft(generatedAt: number, now: number): number {
  const age = now - generatedAt;
  if (Math.abs(age) > REDEMPTION_QR_VALID_MS) return 0;
  return Math.min(REDEMPTION_QR_VALID_MS - age, REDEMPTION_QR_VALID_MS);
}

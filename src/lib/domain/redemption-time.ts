/**
 * How long a redemption code is good for (docs/product.md#redemption-code). Apart from
 * redemption-qr.ts, whose compression is loaded only when a code is drawn.
 */
import { REDEMPTION_QR_VALID_MS } from './limits.ts';

/**
 * Milliseconds, from 0 to 2 minutes. Should the device's clock be set back, a little is forgiven;
 * by more than 2 minutes the age can't be told, and the code has expired.
 */
export function redemptionQrTimeLeft(generatedAt: number, now: number): number {
  const age = now - generatedAt;
  if (Math.abs(age) > REDEMPTION_QR_VALID_MS) return 0;
  return Math.min(REDEMPTION_QR_VALID_MS - age, REDEMPTION_QR_VALID_MS);
}

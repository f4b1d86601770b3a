import { readCustomerQr } from '../../src/lib/domain/customer-qr.ts';
import { type RedemptionPayload, unpackRedemption } from '../../src/lib/domain/redemption-qr.ts';

/** What the counter makes of a scanned text. The payloads are what the two functions take. */
export type ReadCode =
  | { kind: 'customer'; payload: { display_name: string; uid: string; hash: string } }
  | { kind: 'redemption'; payload: RedemptionPayload }
  | { kind: 'unreadable' };

export function readCode(text: string): ReadCode {
  const customer = readCustomerQr(text.trim());
  if (customer) {
    const { displayName, uid, hash } = customer;
    return { kind: 'customer', payload: { display_name: displayName, uid, hash } };
  }
  const payload = unpackRedemption(text.trim());
  return payload ? { kind: 'redemption', payload } : { kind: 'unreadable' };
}

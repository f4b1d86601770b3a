import { readCustomerQr } from '../../src/lib/domain/customer-qr.ts';
import { type RedemptionPayload, unpackRedemption } from '../../src/lib/domain/redemption-qr.ts';

/** What a scanned text holds. The payloads are the arguments of the two functions. */
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

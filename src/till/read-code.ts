import { readCustomerQr } from '../lib/domain/customer-qr.ts';
import { type RedemptionPayload, unpackRedemption } from '../lib/domain/redemption-qr.ts';

/** What a scanned text holds. The payloads are the arguments of the two functions. */
export type Code =
  | { kind: 'customer'; payload: { display_name: string; uid: string; hash: string } }
  | { kind: 'redemption'; payload: RedemptionPayload };

/** Null where it is no code of Stampcard. Whether it is true is the backend's to say. */
export function readCode(text: string): Code | null {
  const customer = readCustomerQr(text.trim());
  if (customer) {
    const { displayName, uid, hash } = customer;
    return { kind: 'customer', payload: { display_name: displayName, uid, hash } };
  }
  const payload = unpackRedemption(text.trim());
  return payload && { kind: 'redemption', payload };
}

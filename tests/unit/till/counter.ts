/** What is held out at the counter, and who stands behind it. */

import { ana, type DemoPerson } from '../../../local-backend/people.ts';
import { customerQrText } from '../../../src/lib/domain/customer-qr.ts';
import { packRedemption, type RedemptionPayload } from '../../../src/lib/domain/redemption-qr.ts';

export const store = { id: 1, name: 'Kape Tayo', isSuspended: false };
export const member = { id: 'f5a4', email: 'tess@example.com' };

/** The code that a customer shows to receive a stamp. */
export const codeOf = ({ id, email, name }: DemoPerson, at = '2025-11-22T04:00:00Z') =>
  customerQrText(
    { id, email, provider: 'google', fullName: name, displayName: null },
    Date.parse(at),
  );

export const redemption: RedemptionPayload = {
  user_id: ana.id,
  stamp_ids: ['1', '2'],
  reward_id: '2',
  store_id: '1',
  reward_name: 'Free kapeng barako',
  reward_photo: null,
  store_name: 'Kape Tayo',
  displayName: ana.name,
};

/** The code that Ana shows to redeem a reward. */
export const redemptionCode = (fields: Partial<RedemptionPayload> = {}) =>
  packRedemption({ ...redemption, ...fields });

/** As the auth service answers. */
export const sessionOf = (token: string) => ({
  access_token: token,
  refresh_token: `refresh of ${token}`,
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: Math.floor(Date.now() / 1000) + 3600,
  user: member,
});

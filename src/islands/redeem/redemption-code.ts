import { onDemand } from '../../lib/state/on-demand.ts';

/** The sheets of the code and of the receipt, and the code's life; they come after the screen. */
export const redemptionCode = onDemand(async () => {
  const [{ ScanToRedeemModal }, { ReceiptSheet }, { followExpiredCode, openRedemptionCode }] =
    await Promise.all([
      import('./ScanToRedeemModal.tsx'),
      import('../screen/ReceiptSheet.tsx'),
      import('../../lib/state/redeem/redemption-code.ts'),
    ]);
  return { ScanToRedeemModal, ReceiptSheet, followExpiredCode, openRedemptionCode };
});

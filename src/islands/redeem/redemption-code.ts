import { onDemand } from '../../lib/state/on-demand.ts';

/** The code's sheet and its life; they come after the screen. */
export const redemptionCode = onDemand(async () => {
  const [{ ScanToRedeemModal }, { openRedemptionCode }] = await Promise.all([
    import('./ScanToRedeemModal.tsx'),
    import('../../lib/state/redeem/redemption-code.ts'),
  ]);
  return { ScanToRedeemModal, openRedemptionCode };
});

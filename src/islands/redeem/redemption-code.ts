import { onDemand } from '../../lib/state/on-demand.ts';

/** The code's sheet and its life; they come after the screen. */
export const redemptionCode = onDemand(async () => {
  const [sheet, life] = await Promise.all([
    import('./ScanToRedeemModal.tsx'),
    import('../../lib/state/redeem/redemption-code.ts'),
  ]);
  return { ...sheet, ...life };
});

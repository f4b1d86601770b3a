import { onDemand } from '../../lib/state/on-demand.ts';

/** The code's sheet with all it needs; comes after the screen. */
export const redemptionCode = onDemand(() => import('./ScanToRedeemModal.tsx'));

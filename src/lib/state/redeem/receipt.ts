/** The receipt on the screen: of a redemption just seen, or of one in the list. */
import type { Redemption } from '../../domain/entities.ts';
import { personalAtom } from '../session/session.ts';

export const $receipt = personalAtom<Redemption | null>(null);

export const openReceipt = (redemption: Redemption): void => $receipt.set(redemption);

export const closeReceipt = (): void => $receipt.set(null);

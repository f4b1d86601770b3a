/**
 * Which redemption code is open (docs/product.md#redemption-code): the till can redeem no other.
 * Both calls are made as the customer whose code it is, even when somebody else is here by now.
 */

import { codeTexts } from '#text/codes.ts';
import type { Id } from '../domain/entities.ts';
import { backendAs } from './client.ts';
import { DataError } from './data-error.ts';
import { isMissingFunction, request, requestAsPerson } from './request.ts';
import { type StoredSession, storedSession } from './stored-session.ts';

export interface Opening {
  id: string;
  rewardId: Id;
  /** The stamps in the code. */
  stampIds: readonly Id[];
  /** The price on the screen. */
  stampsNeeded: number;
}

/** Whether the backend has the function, by its last answer; without it, it redeems any code. */
let hasOpenings = true;

/** With the newest token known here for that person. Its requests outlive the page. */
const backendOf = ({ person, accessToken }: StoredSession) =>
  backendAs(
    () => {
      const stored = storedSession();
      return stored?.person.id === person.id ? stored.accessToken : accessToken;
    },
    { keepalive: true },
  );

/**
 * Reports that a code is open. Repeating it changes nothing.
 *
 * @throws DataError with the backend's message if it refuses the code, else the fallback
 */
export async function openRedemption(
  session: StoredSession,
  { id, rewardId, stampIds, stampsNeeded }: Opening,
  canceled: AbortSignal,
): Promise<void> {
  const { data } = await requestAsPerson(
    codeTexts.open,
    async (signal) => {
      const reply = await backendOf(session)
        .rpc('open_redemption', {
          opening_id: id,
          reward_id: rewardId,
          stamp_ids: stampIds,
          stamps_needed: stampsNeeded,
        })
        .abortSignal(signal);
      hasOpenings = !isMissingFunction(reply.error);
      return hasOpenings ? reply : { data: { opening_id: id }, error: null };
    },
    canceled,
  );
  const { opening_id } = (data ?? {}) as { opening_id?: unknown };
  // Something else answered: another network's own page, say.
  if (opening_id !== id) throw new DataError(codeTexts.open);
}

/** @throws DataError if it is not known whether the code is closed */
export async function closeRedemption(session: StoredSession, openingId: string): Promise<void> {
  if (!hasOpenings) return;
  await request(codeTexts.open, () =>
    backendOf(session).rpc('close_redemption', { opening_id: openingId }),
  );
}

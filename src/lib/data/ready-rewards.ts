/** What the customer can redeem today (docs/product.md#rewards). */

import { dataErrors } from '#text/messages.ts';
import type { Reward } from '../domain/reward.ts';
import { orderRewards } from '../domain/reward-order.ts';
import { backend } from './client.ts';
import { isMissingFunction, requestRows } from './request.ts';
import { rewards } from './rows.ts';

/**
 * The rewards that the customer's stamps are enough for, in the order they are shown; null where
 * this backend can't tell.
 */
export async function readyRewards(cancelled?: AbortSignal): Promise<Reward[] | null> {
  let isMissing = false;
  const { rows } = await requestRows(
    dataErrors.loadRewards,
    async (signal) => {
      const reply = await backend().rpc('ready_rewards', {}, { get: true }).abortSignal(signal);
      isMissing = isMissingFunction(reply.error);
      return isMissing ? { data: [], error: null } : reply;
    },
    cancelled,
  );
  return isMissing ? null : orderRewards(rewards(rows));
}

/** What the customer can redeem today (docs/product.md#rewards). */

import { dataErrors } from '#text/messages.ts';
import type { Reward } from '../domain/reward.ts';
import { orderRewards } from '../domain/reward-order.ts';
import { requestFunctionRows } from './capabilities.ts';
import { backend } from './client.ts';
import { rewards } from './rows.ts';

/**
 * The rewards that the customer's stamps are enough for, in the order they are shown; null where
 * this backend can't tell.
 */
export async function readyRewards(canceled?: AbortSignal): Promise<Reward[] | null> {
  const rows = await requestFunctionRows(
    'ready_rewards',
    dataErrors.loadRewards,
    (signal) => backend().rpc('ready_rewards', {}, { get: true }).abortSignal(signal),
    canceled,
  );
  return rows && orderRewards(rewards(rows));
}

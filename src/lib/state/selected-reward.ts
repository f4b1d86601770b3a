/** The reward that a tap selects, and /redeem shows (docs/product.md#one-reward). */

import { dataErrors } from '#text/messages.ts';
import { rewardById } from '../data/rewards.ts';
import type { Reward } from '../domain/reward.ts';
import { platform } from '../platform/platform.ts';
import { fromAddress, rewardInAddress } from './address.ts';
import { resource } from './reading/resource.ts';

const selected = resource(
  {
    query: 'reward',
    fallback: dataErrors.loadReward,
    read: (_person, [id], signal) => rewardById(id, platform().now(), signal),
  },
  fromAddress('redeem', () => {
    const id = rewardInAddress('redeem');
    return id === null ? null : ([id] as const);
  }),
);

/** The reward that the address names. */
export const $selectedReward = selected.$value;
export const readSelectedReward = selected.read;

/** Keeps a tapped reward for the next screen, which shows it before the network answers. */
export const selectReward = (reward: Reward): void => selected.saveAnswer([reward.id], reward);

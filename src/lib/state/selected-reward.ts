import type { Reward } from '../domain/entities.ts';
import { rememberSeen } from './loadable.ts';

/** The name under which a reward stays with the tab. */
export const rewardSeenAs = (rewardId: string) => `reward.${rewardId}`;

/** Keeps a tapped reward for the next page, which shows it before the network answers. */
export const selectReward = (reward: Reward): void => rememberSeen(rewardSeenAs(reward.id), reward);

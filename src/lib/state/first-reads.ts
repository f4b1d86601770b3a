/** What each screen asks for first, before it knows any answer (src/scripts/ask-early.ts). */

import { activeRewards } from '../data/active-rewards.ts';
import { eventById, nextEvents, upcomingEvents } from '../data/events.ts';
import { myCards } from '../data/my-cards.ts';
import { readyRewards } from '../data/ready-rewards.ts';
import { redemptionsPage } from '../data/redemptions.ts';
import { rewardById, rewardsOfStore } from '../data/rewards.ts';
import { stampsHeldAnywhere, stampsHeldAt, stampsOfDay } from '../data/stamps.ts';
import { newestStampBefore } from '../data/stamps-near.ts';
import { storeById } from '../data/stores.ts';
import { appDayKey } from '../domain/day.ts';
import type { Id } from '../domain/entities.ts';
import type { ScreenName } from '../screens.ts';

type Reads = (userId: Id, id: Id, now: number) => Promise<unknown>[];

export const firstReads: Partial<Record<ScreenName, Reads>> = {
  home: (userId, _id, now) => [myCards(userId), nextEvents(now), activeRewards(now)],
  events: (_userId, _id, now) => [upcomingEvents(now)],
  viewEvent: (_userId, id) => [eventById(id)],
  rewards: (userId, _id, now) => [activeRewards(now), readyRewards(), myCards(userId)],
  transactions: (userId, _id, now) => [
    stampsOfDay(userId, appDayKey(now), 1),
    stampsHeldAnywhere(userId, async () => []),
    redemptionsPage(userId, 1),
    // Most days have no stamps, and are shown with the day before that has some.
    newestStampBefore(userId, null),
  ],
  redeem: (_userId, id, now) => [rewardById(id, now)],
  store: (userId, id, now) => [
    storeById(id),
    rewardsOfStore(id, now),
    stampsHeldAt(userId, [id]),
    myCards(userId),
  ],
};

import { moreStamps, stamps } from './plural.ts';

/** What the cards say about how far there is to go. */

/** '7 of 10 stamps'; beyond the goal also what is left for the next card. */
export function stampCountText(total: number, goal: number): string {
  const collected = Math.min(total, goal);
  const text = `${collected} of ${stamps(goal)}`;
  return total > goal ? `${text}, and ${total - goal} more` : text;
}

/** '3 more stamps to go', or how many cards are full. Of an empty card nothing is claimed. */
export function progressText(total: number, goal: number): string {
  if (total >= goal) return fullText(total, goal);
  if (total === 0) return 'No stamps here yet';
  const missing = goal - total;
  return missing === 1 ? 'Just 1 more stamp to go' : `${missing} more stamps to go`;
}

export const rewardsReady = (count: number): string => `${count} rewards ready`;

function fullText(total: number, goal: number): string {
  const cards = Math.floor(total / goal);
  const beyond = total - cards * goal;
  const full = cards === 1 ? 'Card full' : rewardsReady(cards);
  const next = beyond === 0 ? '' : `, and ${stamps(beyond)} toward the next`;
  return cards === 1 ? `${full}${next}. ${timeForReward}` : `${full}${next}.`;
}

export const timeForReward = 'Time for your reward!';

/** What a reward takes, and what it still takes: 'Collect 2 more stamps to redeem this reward.' */
export const stampsNeeded = (count: number): string => `${stamps(count)} needed`;

export const toCollect = (missing: number): string =>
  `Collect ${moreStamps(missing)} to redeem this reward.`;

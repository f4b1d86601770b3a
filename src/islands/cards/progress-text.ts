/** What the cards say about how far there is to go. Plain words, real plurals. */

const countOfStamps = (count: number) => (count === 1 ? '1 stamp' : `${count} stamps`);

/** '7 of 10 stamps'; beyond the goal also what is left for the next card. */
export function stampCountText(total: number, goal: number): string {
  const collected = Math.min(total, goal);
  const text = `${collected} of ${countOfStamps(goal)}`;
  return total > goal ? `${text}, and ${total - goal} more` : text;
}

/** '3 more stamps to go', or that the card is full. */
export function progressText(total: number, goal: number): string {
  if (total === goal) return 'Card full. Time for your reward!';
  if (total > goal) {
    return `Card full, and ${countOfStamps(total - goal)} towards the next. Time for your reward!`;
  }
  const missing = goal - total;
  if (total === 0) return `${countOfStamps(goal)} to your reward`;
  return missing === 1 ? 'Just 1 more stamp to go' : `${missing} more stamps to go`;
}

/** What the cards say about how far there is to go. Plain words, real plurals. */

const countOfStamps = (count: number) => (count === 1 ? '1 stamp' : `${count} stamps`);

/** '7 of 10 stamps'; beyond the goal also what is left for the next card. */
export function stampCountText(total: number, goal: number): string {
  const collected = Math.min(total, goal);
  const text = `${collected} of ${countOfStamps(goal)}`;
  return total > goal ? `${text}, and ${total - goal} more` : text;
}

/** '3 more stamps to go', or how many cards are full. Of an empty card nothing is claimed. */
export function progressText(total: number, goal: number): string {
  if (total >= goal) return fullText(total, goal);
  if (total === 0) return 'No stamps here yet';
  const missing = goal - total;
  return missing === 1 ? 'Just 1 more stamp to go' : `${missing} more stamps to go`;
}

function fullText(total: number, goal: number): string {
  const cards = Math.floor(total / goal);
  const beyond = total - cards * goal;
  const full = cards === 1 ? 'Card full' : `${cards} cards full`;
  const next = beyond === 0 ? '' : `, and ${countOfStamps(beyond)} towards the next`;
  return `${full}${next}. Time for your ${cards === 1 ? 'reward' : 'rewards'}!`;
}

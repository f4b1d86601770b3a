/** Sent to a phone while nobody looks at the wallet, by supabase/functions/notify. */

interface Notice {
  title: string;
  body: string;
}

export const rewardReady = (reward: string, store: string): Notice => ({
  title: 'Your reward is ready',
  body: `${reward} at ${store}. Show your code to get it.`,
});

export const cardEnds = (reward: string, store: string): Notice => ({
  title: 'Ends in 2 days',
  body: `${reward} at ${store}.`,
});

export const eventTomorrow = (event: string | null): Notice => ({
  title: 'Tomorrow in your neighborhood',
  body: event ?? 'There’s an event tomorrow.',
});

export const fridayHighlights = (reward: string, store: string): Notice => ({
  title: 'Rewards for the weekend',
  body: `${reward} at ${store}, and more.`,
});

export const almostThere = (reward: string, store: string): Notice => ({
  title: 'Almost there',
  body: `Under 3 stamps to go for ${reward} at ${store}.`,
});

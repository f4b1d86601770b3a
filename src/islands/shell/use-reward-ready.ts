import { useEffect } from 'react';
import { $scans } from '../../lib/state/reading/cache.ts';
import { $isRewardReady } from '../../lib/state/reward-ready.ts';
import { useValue } from '../use-value.ts';

/** The code comes with the first scan, where the page does not show the cards anyway. */
async function watchCards(): Promise<void> {
  const { $myCards } = await import('../../lib/state/my-cards.ts');
  $myCards.listen(() => undefined);
}

/** Whether a reward is ready; after a scan the cards are read to know. */
export function useRewardReady(): boolean {
  useEffect(() => {
    const stop = $scans.listen(() => {
      stop();
      // Where it can't be had the next page that shows the cards knows.
      void watchCards().catch(() => undefined);
    });
    return stop;
  }, []);
  return useValue($isRewardReady);
}

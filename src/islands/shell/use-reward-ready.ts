import { useEffect } from 'react';
import { $myCards } from '../../lib/state/my-cards.ts';
import { $scans } from '../../lib/state/reading/cache.ts';
import { $isRewardReady } from '../../lib/state/reward-ready.ts';
import { useValue } from '../use-value.ts';

/** Whether a reward is ready; from the first scan on the cards are read to know. */
export function useRewardReady(): boolean {
  useEffect(() => {
    const stop = $scans.listen(() => {
      stop();
      $myCards.listen(() => undefined);
    });
    return stop;
  }, []);
  return useValue($isRewardReady);
}

/** 'Ready for me' on /rewards: what the customer can redeem now, before everything else. */
import { atom, computed, onMount } from 'nanostores';
import { dataErrors } from '#text/messages.ts';
import { readyRewards } from '../data/ready-rewards.ts';
import type { Reward } from '../domain/reward.ts';
import { platform } from '../platform/platform.ts';
import { followAddress, fromAddress, inAddress, keepInAddress } from './address.ts';
import { type Loadable, shownValue } from './reading/loadable.ts';
import { resource } from './reading/resource.ts';
import { $rewards, storeFilter } from './rewards.ts';
import { withServerValue } from './server-value.ts';

const ready = resource<readonly [], Reward[] | null>(
  {
    query: 'readyRewards',
    fallback: dataErrors.loadRewards,
    read: (_person, _args, signal) => readyRewards(signal),
  },
  fromAddress('rewards', () => (storeFilter() === null ? ([] as const) : null)),
);

/** What is ready; null where the backend can't tell. */
export const $readyRewards = ready.$value;
export const readReadyRewards = ready.read;

/** Whether it comes first. Kept in the address, so that going back restores it. */
export const $readyFirst = atom(false);

const PARAMETER = 'ready';

followAddress($readyFirst, 'rewards', () =>
  $readyFirst.set(inAddress('rewards', PARAMETER) === '1'),
);

export function showReadyFirst(isFirst: boolean): void {
  keepInAddress('rewards', { [PARAMETER]: isFirst ? '1' : null });
  $readyFirst.set(isFirst);
}

/**
 * The list of /rewards, with what is ready first if wanted. It waits for no answer: it appears in its own
 * order, and sorts itself once it is known what is ready.
 */
export const $listedRewards = withServerValue<Loadable<Reward[]>>(
  computed([$rewards, $readyRewards, $readyFirst], (state, mine, isFirst) => {
    const first = shownValue(mine) ?? [];
    const rest = shownValue(state);
    if (!isFirst || first.length === 0 || rest === undefined) return state;
    const ids = new Set(first.map(({ id }) => id));
    const value = [...first, ...rest.filter(({ id }) => !ids.has(id))];
    return { ...state, value } as Loadable<Reward[]>;
  }),
  { status: 'idle' },
);

// Nothing moves under a finger: what is touched before the first answer stays as it is until asked for.
onMount($listedRewards, () => {
  if (!platform().isBrowser()) return;
  const stop = platform().onInteraction(() => $readyFirst.get() && showReadyFirst(false));
  const stopWaiting = $readyRewards.subscribe(({ status }) => {
    if (status === 'ready' || status === 'failed') stop();
  });
  return () => {
    stop();
    stopWaiting();
  };
});

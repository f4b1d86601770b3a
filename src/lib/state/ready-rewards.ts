/** 'Ready for me' on /rewards: what the customer can redeem now, before everything else. */
import { atom, computed, onMount } from 'nanostores';
import { dataErrors } from '#text/messages.ts';
import { readyRewards } from '../data/ready-rewards.ts';
import type { Reward } from '../domain/reward.ts';
import { platform } from '../platform/platform.ts';
import { followAddress, fromAddress, inAddress, keepInAddress } from './address.ts';
import { isFresh, type Loadable, shownValue } from './reading/loadable.ts';
import { resource } from './reading/resource.ts';
import { $rewards, storeFilter } from './rewards.ts';
import { withServerValue } from './server-value.ts';
import { personalAtom } from './session/session.ts';

const ready = resource<readonly [], Reward[] | null>(
  {
    query: 'readyRewards',
    fallback: dataErrors.loadRewards,
    read: (_person, _args, signal) => readyRewards(signal),
  },
  fromAddress('rewards', () => (storeFilter() === null ? ([] as const) : null)),
);

/** What is ready; null if the backend can't tell. */
export const $readyRewards = ready.$value;
export const readReadyRewards = ready.read;

/** Whether it comes first. Kept in the address, so that going back restores it. */
export const $readyFirst = atom(false);

/** What came first when the list was touched, if that was before the newest answer. */
const $touchedFirst = personalAtom<Reward[] | null>(null);

/** By a tap, not by the address: then the newest answer is wanted. */
let isAsked = false;

function putFirst(isFirst: boolean): void {
  $touchedFirst.set(null);
  $readyFirst.set(isFirst);
}

const PARAMETER = 'ready';

followAddress($readyFirst, 'rewards', () => {
  isAsked = false;
  putFirst(inAddress('rewards', PARAMETER) === '1');
});

export function showReadyFirst(isFirst: boolean): void {
  isAsked = true;
  keepInAddress('rewards', { [PARAMETER]: isFirst ? '1' : null });
  putFirst(isFirst);
}

/**
 * The list of /rewards, with what is ready first if wanted. It waits for no answer: it appears in its own
 * order, or as it was the last time, and sorts itself once it is known what is ready.
 */
export const $listedRewards = withServerValue<Loadable<Reward[]>>(
  computed(
    [$rewards, $readyRewards, $readyFirst, $touchedFirst],
    (state, mine, isFirst, touched) => {
      const first = touched ?? shownValue(mine) ?? [];
      const rest = shownValue(state);
      if (!isFirst || first.length === 0 || rest === undefined) return state;
      const ids = new Set(first.map(({ id }) => id));
      const value = [...first, ...rest.filter(({ id }) => !ids.has(id))];
      return { ...state, value } as Loadable<Reward[]>;
    },
  ),
  { status: 'idle' },
);

// Nothing moves under a finger: what is touched before the newest answer stays as it is until asked for.
onMount($listedRewards, () => {
  if (!platform().isBrowser()) return;
  const stop = platform().onInteraction(() => {
    if (isAsked || !$readyFirst.get()) return;
    const first = shownValue($readyRewards.get());
    if (first) $touchedFirst.set(first);
    else showReadyFirst(false);
  });
  const stopWaiting = $readyRewards.subscribe((state) => {
    if (isFresh(state) || state.status === 'failed') stop();
  });
  return () => {
    stop();
    stopWaiting();
  };
});

import { atom, onMount } from 'nanostores';
import { onRequestSettled } from '../../data/backend-fetch.ts';
import { platform } from '../../platform/platform.ts';

/** The device has no line, or the newest request got no answer at all. */
export const $offline = atom(false);

// From the first request on, which is made before anything shows this.
onRequestSettled((reached) => $offline.set(!reached));

onMount($offline, () => {
  if (platform().isBrowser() && !platform().isOnline()) $offline.set(true);
});

import { atom, onMount } from 'nanostores';
import { onContact } from '../../data/requests.ts';
import { platform } from '../../platform/platform.ts';

/** The device has no line, or the newest request got no answer at all. */
export const $offline = atom(false);

onMount($offline, () => {
  if (!platform().isHere()) return;
  $offline.set(!platform().isOnline());
  onContact((reached) => $offline.set(!reached));
});

import { atom, onMount } from 'nanostores';
import { platform } from '../platform/platform.ts';

/** Whether the profile shows everything that is kept: ?data=1. */
export const $dataShown = atom(false);

onMount($dataShown, () => {
  if (platform().isBrowser())
    $dataShown.set(new URLSearchParams(platform().address().search).get('data') === '1');
});

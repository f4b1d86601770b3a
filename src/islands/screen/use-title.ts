import { useEffect } from 'react';
import { nameScreen } from '../../lib/state/address.ts';

/** Names the page after what the screen shows, for as long as it is the one that is shown. */
export function useTitle(thing: string): void {
  useEffect(() => nameScreen(thing), [thing]);
}

/** Goes from one screen of the document to another; `$arrival` tells whatever draws them. */
import { $arrival, currentScreen } from './address.ts';
import { cache, refetchStale } from './reading/cache.ts';

/** Nanostores unmounts a $value a second after its last listener has gone with the screen that was left. */
const UNMOUNT_MS = 1_100;

let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Called when the current address is another screen's. Its answers are requested again, as in a new
 * document: those that only it shows at once, those that both screens show when the other is done with them.
 */
export function arrive(isReturn: boolean): void {
  const screen = currentScreen();
  if (screen === null) return;
  void cache.invalidateQueries({ refetchType: 'none' });
  $arrival.set({ screen, isReturn });
  clearTimeout(timer);
  timer = setTimeout(refetchStale, UNMOUNT_MS);
}

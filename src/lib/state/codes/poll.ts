/** Asks again and again while the page is visible, gently when the backend is down. */
import { backoff } from '../../domain/backoff.ts';
import { SCAN_NOTICE_MS } from '../../domain/limits.ts';
import type { Stop } from '../../platform/interface.ts';
import { platform } from '../../platform/platform.ts';

/** Leaves the answer itself the rest of the 2 s. */
const GAP_MS = SCAN_NOTICE_MS * 0.6;
const LONGEST_GAP_MS = 30_000;

/** After a failure the gap grows, up to 30 s. @param random from 0 to 1 */
export const gapAfter = (failures: number, random: number): number =>
  failures === 0 ? GAP_MS : backoff(failures, random, GAP_MS, LONGEST_GAP_MS);

/** One request in flight at a time; stops asking while the page is hidden. */
export function poll<T>(
  read: (signal: AbortSignal) => Promise<T>,
  answered: (answer: T) => void,
): Stop {
  const stopped = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = false;
  let failures = 0;

  const ask = async () => {
    clearTimeout(timer);
    if (asking || stopped.signal.aborted || !platform().isVisible()) return;
    asking = true;
    try {
      const answer = await read(stopped.signal);
      failures = 0;
      if (!stopped.signal.aborted) answered(answer);
    } catch {
      // Nothing to show: the code stays on the screen and stays good, and the next try may do.
      failures += 1;
    }
    asking = false;
    if (!stopped.signal.aborted) timer = setTimeout(ask, gapAfter(failures, Math.random()));
  };

  const stopListening = platform().onVisibilityChange(() => void ask());
  void ask();
  return () => {
    stopped.abort();
    clearTimeout(timer);
    stopListening();
  };
}

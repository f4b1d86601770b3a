/** Asks again and again while the page is visible, gently when the backend is down. */
import { SCAN_NOTICE_MS } from '../domain/limits.ts';
import { platform, type Stop } from '../platform/platform.ts';

/** Leaves the answer itself the rest of the 2 s. */
const GAP_MS = SCAN_NOTICE_MS * 0.6;
const LONGEST_GAP_MS = 30_000;

/**
 * After a failure the gap doubles, up to 30 s, with up to as much again at random, so that many
 * phones do not come back in the same instant as the backend.
 */
export const gapAfter = (failures: number, random: number): number =>
  failures === 0 ? GAP_MS : Math.min(LONGEST_GAP_MS, GAP_MS * 2 ** failures) * (0.5 + random / 2);

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

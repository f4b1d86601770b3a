/** Asks again and again while the page is visible, gently when the backend is down. */
import { backoff } from '../../domain/backoff.ts';
import { SCAN_NOTICE_MS } from '../../domain/limits.ts';
import type { Stop } from '../../platform/interface.ts';
import { platform } from '../../platform/platform.ts';

/** Leaves the answer itself the rest of the 2 s. */
const POLL_DELAY_MS = SCAN_NOTICE_MS * 0.6;
const MAX_POLL_DELAY_MS = 30_000;

/** After a failure the gap grows, up to 30 s. @param random from 0 to 1 */
export const pollDelay = (failures: number, random: number): number =>
  failures === 0 ? POLL_DELAY_MS : backoff(failures, random, POLL_DELAY_MS, MAX_POLL_DELAY_MS);

/** One request in flight at a time; stops asking while the page is hidden. */
export function poll<T>(
  request: (signal: AbortSignal) => Promise<T>,
  onResponse: (answer: T) => void,
): Stop {
  const stopped = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let inFlight = false;
  let failures = 0;

  const pollOnce = async () => {
    clearTimeout(timer);
    if (inFlight || stopped.signal.aborted || !platform().isVisible()) return;
    inFlight = true;
    try {
      const answer = await request(stopped.signal);
      failures = 0;
      if (!stopped.signal.aborted) onResponse(answer);
    } catch {
      // Nothing to show: the code stays on the screen and stays good, and the next try may do.
      failures += 1;
    }
    inFlight = false;
    if (!stopped.signal.aborted) timer = setTimeout(pollOnce, pollDelay(failures, Math.random()));
  };

  const stopListening = platform().onVisibilityChange(() => void pollOnce());
  void pollOnce();
  return () => {
    stopped.abort();
    clearTimeout(timer);
    stopListening();
  };
}

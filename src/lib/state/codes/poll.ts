/**
 * Asks again and again while the page is visible, gently when the backend is down, and slowly while a
 * channel tells when to ask.
 */
import { backoff } from '../../domain/backoff.ts';
import { SCAN_POLL_STEPS, SCAN_PUSHED_POLL_MS } from '../../domain/limits.ts';
import type { Stop } from '../../platform/interface.ts';
import { platform } from '../../platform/platform.ts';
import type { Listener } from '../live.ts';

const [QUICK, , LAST] = SCAN_POLL_STEPS;
const MAX_POLL_DELAY_MS = 30_000;

/**
 * The gap before the next question. It grows with the time in which nobody touched the page, and
 * after failures.
 *
 * @param idleMs since the code was opened, touched or looked at again
 * @param random from 0 to 1
 * @param isPushed a channel tells when to ask
 */
export function pollDelay(
  idleMs: number,
  failures: number,
  random: number,
  isPushed = false,
): number {
  if (isPushed && failures === 0) return SCAN_PUSHED_POLL_MS;
  const { everyMs } = SCAN_POLL_STEPS.find(({ untilMs }) => idleMs < untilMs) ?? LAST;
  return Math.max(everyMs, backoff(failures, random, QUICK.everyMs, MAX_POLL_DELAY_MS));
}

export interface Watch {
  stop: Stop;
  /** Goes on after a pause. */
  resume: () => void;
}

/** Opens a channel, until stopped. */
export type Listen = (listener: Listener) => Stop;

/**
 * One request in flight at a time; stops asking while the page is hidden, and pauses once nobody
 * has touched or looked at it for long. A channel is open only while it would ask.
 *
 * @param onPaused it has paused, or goes on
 */
export function poll<T>(
  request: (signal: AbortSignal) => Promise<T>,
  onResponse: (answer: T) => void,
  onPaused: (paused: boolean) => void,
  listen?: Listen,
): Watch {
  const stopped = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let inFlight = false;
  let paused = false;
  let failures = 0;
  let attendedAt = platform().now();
  let answeredAt = attendedAt;
  let isPushed = false;
  /** Something has happened since the request in flight went out. */
  let isDue = false;
  let stopListening: Stop | undefined;

  function setPaused(value: boolean): void {
    if (paused === value) return;
    paused = value;
    followChannel();
    onPaused(value);
  }

  function onNews(): void {
    isDue = inFlight;
    void pollOnce();
  }

  function onUp(isUp: boolean, isNew: boolean): void {
    isPushed = isUp;
    if (isUp && isNew) onNews();
    else schedule();
  }

  function followChannel(): void {
    if (!paused && !stopped.signal.aborted && platform().isVisible()) {
      stopListening ??= listen?.({ onNews, onUp });
    } else {
      stopListening?.();
      stopListening = undefined;
      isPushed = false;
    }
  }

  async function pollOnce(): Promise<void> {
    clearTimeout(timer);
    if (inFlight || stopped.signal.aborted || !platform().isVisible()) return;
    inFlight = true;
    try {
      const answer = await request(stopped.signal);
      failures = 0;
      if (!stopped.signal.aborted) onResponse(answer);
    } catch {
      // Nothing to show: the code stays on the screen and stays good, and the next try may succeed.
      failures += 1;
    }
    inFlight = false;
    answeredAt = platform().now();
    if (!isDue) return schedule();
    isDue = false;
    await pollOnce();
  }

  function schedule(): void {
    clearTimeout(timer);
    if (inFlight || paused || stopped.signal.aborted) return;
    const now = platform().now();
    const delay = pollDelay(now - attendedAt, failures, Math.random(), isPushed);
    const untilPause = attendedAt + LAST.untilMs - now;
    timer = setTimeout(
      () => (platform().now() - attendedAt < LAST.untilMs ? void pollOnce() : setPaused(true)),
      // A clock that was set back must not make it wait for longer.
      Math.min(delay, answeredAt + delay - now, untilPause),
    );
  }

  function resume(): void {
    attendedAt = platform().now();
    setPaused(false);
    followChannel();
    void pollOnce();
  }

  const stops = [
    platform().onVisibilityChange(() => {
      if (platform().isVisible()) return resume();
      followChannel();
      void pollOnce();
    }),
    platform().onInteraction(() => {
      attendedAt = platform().now();
      schedule();
    }),
    // What failed offline would wait for up to half a minute.
    platform().onOnline(() => !paused && onNews()),
  ];
  const begin = () => {
    followChannel();
    void pollOnce();
  };
  // A code is painted first: nobody scans it before.
  if (listen) void platform().afterPaint().then(begin);
  else begin();
  return {
    resume,
    stop() {
      stopped.abort();
      clearTimeout(timer);
      followChannel();
      for (const stop of stops) stop();
    },
  };
}

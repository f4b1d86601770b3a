/**
 * Tells the backend that a redemption code is on the screen, and when it is closed
 * (docs/product.md#redemption-code).
 */
import { DataError } from '../../data/data-error.ts';
import { closeRedemption, type Opening, openRedemption } from '../../data/redemption-openings.ts';
import type { StoredSession } from '../../data/stored-session.ts';
import { backoff } from '../../domain/backoff.ts';
import { OPENING_WAIT_MS, REDEMPTION_OPENING_MS } from '../../domain/limits.ts';
import { platform } from '../../platform/platform.ts';

/** Called only until the code is closed. */
export interface OpeningListener {
  /** The backend can’t be reached, or takes longer than a till goes on asking. */
  onWaiting: () => void;
  onReported: () => void;
  /** The backend's sentence. */
  onRefused: (sentence: string) => void;
}

export interface ReportedOpening {
  /** The code is closed: nobody is to redeem it from now on. */
  withdraw: () => void;
  /** Its time on the screen is over. A scan that is under way may still end. */
  expire: () => void;
}

/** Until a call without an answer is repeated: half a second to 1 s at first, then longer. */
const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 10_000;

/** The backend itself said no, which something in between can't say with a code. */
const isRefusal = (thrown: unknown): boolean =>
  thrown instanceof DataError && !thrown.retryable && Boolean(thrown.code);

/** Ends after this many milliseconds, when the connection returns, or with a signal. */
function pause(milliseconds: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, milliseconds);
    const stopListening = platform().onOnline(end);
    stopped.addEventListener('abort', end);
    function end(): void {
      clearTimeout(timer);
      stopListening();
      resolve();
    }
  });
}

/**
 * Repeats a call until it is answered, less and less often.
 *
 * @throws what the call threw last if it is refused, or no longer repeated
 */
async function untilAnswered(
  call: () => Promise<void>,
  stopped: AbortSignal,
  onFailure: () => void,
): Promise<void> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await call();
    } catch (thrown) {
      if (stopped.aborted || isRefusal(thrown)) throw thrown;
      onFailure();
      await pause(backoff(failures, Math.random(), FIRST_RETRY_MS, MAX_RETRY_MS), stopped);
      if (stopped.aborted) throw thrown;
    }
  }
}

/** Ends once the backend knows about the previous code: two calls must not overtake each other. */
let previous: Promise<void> = Promise.resolve();

/** Begins at once, and goes on until the code is closed. */
export function reportOpening(
  session: StoredSession,
  opening: Opening,
  { onWaiting, onReported, onRefused }: OpeningListener,
): ReportedOpening {
  const closed = new AbortController();
  const left = new AbortController();
  let settle: () => void = () => undefined;
  const waited = previous;
  previous = new Promise((resolve) => {
    settle = resolve;
  });
  /** Whether the backend may have heard of it, and whether it has said so. */
  let state: 'unheard' | 'asked' | 'told' | 'refused' = 'unheard';

  const tell = async () => {
    const tooLong = setTimeout(onWaiting, OPENING_WAIT_MS);
    closed.signal.addEventListener('abort', () => clearTimeout(tooLong));
    await waited;
    if (closed.signal.aborted) return;
    state = 'asked';
    try {
      const open = () => openRedemption(session, opening, left.signal);
      await untilAnswered(open, closed.signal, onWaiting);
      state = 'told';
      if (!closed.signal.aborted) onReported();
    } catch (thrown) {
      if (!isRefusal(thrown)) return;
      state = 'refused';
      if (!closed.signal.aborted) onRefused((thrown as DataError).message);
    } finally {
      clearTimeout(tooLong);
    }
  };
  const telling = tell();

  const stopListening = platform().onPageLeft(() => {
    left.abort();
    void withdraw();
  });

  function end(): void {
    settle();
    stopListening();
  }

  function close(): boolean {
    if (closed.signal.aborted) return false;
    closed.abort();
    return true;
  }

  async function withdraw(): Promise<void> {
    if (!close()) return;
    // The database keeps only one close that comes before its opening; a page that is left can't wait.
    const pageLeft = new Promise((resolve) => left.signal.addEventListener('abort', resolve));
    if (!left.signal.aborted) await Promise.race([telling, pageLeft]);
    if (state === 'asked' || state === 'told') {
      // By then the database has closed it.
      const over = new AbortController();
      const giveUp = () => over.abort();
      const timer = setTimeout(giveUp, REDEMPTION_OPENING_MS);
      if (left.signal.aborted) giveUp();
      left.signal.addEventListener('abort', giveUp);
      const withdrawing = () => closeRedemption(session, opening.id);
      await untilAnswered(withdrawing, over.signal, settle).catch(() => undefined);
      clearTimeout(timer);
    }
    end();
  }

  return {
    withdraw: () => void withdraw(),
    expire() {
      if (state === 'told') {
        if (close()) end();
      } else void withdraw();
    },
  };
}

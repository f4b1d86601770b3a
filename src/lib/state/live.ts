/**
 * The session's own channel, once for all that listen in this document: an open code, and the screens,
 * which follow what tills do while they are looked at (docs/decisions/noticing-a-scan.md).
 */
import { type ChannelListener, type News, openChannel } from '../data/live-channel.ts';
import type { Id } from '../domain/entities.ts';
import { CHANNEL_BEAT_MS, SCREENS_LOOKED_AT_MS } from '../domain/limits.ts';
import type { Stop } from '../platform/interface.ts';
import { platform } from '../platform/platform.ts';
import { type Key, refetchAfterScan, refetchChanged } from './reading/cache.ts';
import { isPersonal } from './reading/queries.ts';
import { $person, onSessionEnd } from './session/session.ts';

export interface Listener extends Pick<ChannelListener, 'onNews'> {
  /** The news it waits for; without it, whatever nobody else waits for. */
  news?: News;
  /** @param isNew false if the channel was up before this listener: nothing was missed */
  onUp: (isUp: boolean, isNew: boolean) => void;
}

interface Line {
  userId: Id;
  listeners: Set<Listener>;
  isUp: boolean;
  close: Stop;
}

let line: Line | null = null;

/** At once, even if somebody still listens. */
onSessionEnd(() => {
  line?.close();
  line = null;
});

function openLine(userId: Id): Line {
  const opened: Line = { userId, listeners: new Set(), isUp: false, close: () => undefined };
  opened.close = openChannel(userId, {
    onNews(news) {
      const all = [...opened.listeners];
      const waiting = all.filter((one) => one.news === news);
      const told = waiting.length > 0 ? waiting : all.filter((one) => one.news === undefined);
      for (const { onNews } of told) onNews(news);
    },
    onUp(isUp) {
      opened.isUp = isUp;
      for (const listener of [...opened.listeners]) listener.onUp(isUp, true);
    },
  });
  return opened;
}

/** Opens the channel for the first listener; the last one that stops closes it. */
export function listen(userId: Id, listener: Listener): Stop {
  // A late caller may ask for somebody whose session is over.
  if (line?.userId !== userId) line = openLine(userId);
  const joined = line;
  joined.listeners.add(listener);
  if (joined.isUp) listener.onUp(true, false);
  return () => {
    joined.listeners.delete(listener);
    if (joined.listeners.size > 0) return;
    joined.close();
    if (line === joined) line = null;
  };
}

/** Reads again what is shown of the customer's own, if it is older than this. */
function refetchOwn(before: number): void {
  refetchChanged({
    predicate: ({ queryKey, state }) =>
      isPersonal((queryKey as unknown as Key)[1]) && state.dataUpdatedAt < before,
  });
}

let isFollowing = false;

/**
 * From now on the screens are read again when a till has done something for the customer, unless an open
 * code reports it. Nothing listens while the page is hidden or untouched for long; without a channel, the
 * screens are not updated until somebody returns to them. Works once.
 */
export function followTills(): void {
  if (isFollowing) return;
  isFollowing = true;
  let touchedAt = platform().now();
  /** What was read before may lack what was reported since. */
  let lostAt = 0;
  let wasUp = false;
  let hasGivenUp = false;
  let stop: Stop | undefined;
  let timer: ReturnType<typeof setInterval>;

  function end(): void {
    // Also for a page that read while it was hidden, and has not listened yet.
    lostAt = platform().now();
    if (!stop) return;
    clearInterval(timer);
    stop();
    stop = undefined;
  }

  function onUp(isUp: boolean): void {
    wasUp = true;
    if (isUp) refetchOwn(lostAt);
    else lostAt = platform().now();
  }

  function follow(): void {
    const person = $person.get();
    if (stop || hasGivenUp || !person || !platform().isVisible()) return;
    wasUp = false;
    timer = setInterval(() => {
      hasGivenUp = !wasUp;
      if (hasGivenUp || platform().now() - touchedAt >= SCREENS_LOOKED_AT_MS) end();
    }, CHANNEL_BEAT_MS);
    stop = listen(person.id, { onNews: refetchAfterScan, onUp });
  }

  function restart(): void {
    end();
    hasGivenUp = false;
    touchedAt = platform().now();
    follow();
  }

  $person.listen(restart);
  platform().onVisibilityChange(restart);
  platform().onOnline(() => hasGivenUp && restart());
  platform().onInteraction(() => {
    touchedAt = platform().now();
    follow();
  });
  follow();
}

/**
 * The session's own channel, on which the database says that something has happened but not what
 * (docs/decisions/noticing-a-scan.md). It speaks version 1 of the Realtime protocol, in which every
 * message is text.
 */
import { config } from '../config.ts';
import { backoff } from '../domain/backoff.ts';
import type { Id } from '../domain/entities.ts';
import {
  CHANNEL_BEAT_MS,
  CHANNEL_FIRST_RETRY_MS,
  CHANNEL_LAST_RETRY_MS,
  CHANNEL_READY_MS,
  CHANNEL_READY_SOON_MS,
} from '../domain/limits.ts';
import { socketAddress } from '../domain/socket-address.ts';
import type { Stop } from '../platform/interface.ts';
import { platform } from '../platform/platform.ts';
import { backendUrl } from './backend-fetch.ts';
import { sessionIdOf, storedSession } from './stored-session.ts';

/** The words of supabase/schemas/55_live.sql. */
const NEWS = ['given', 'taken_back', 'redeemed'] as const;
export type News = (typeof NEWS)[number];

export interface ChannelListener {
  /** There is something to request. */
  onNews: (news: News) => void;
  /** News arrives from now on, or no longer does: nobody was told what happened between the two. */
  onUp: (isUp: boolean) => void;
}

/** Until stopped; a channel that is lost or refused is tried again, after ever longer pauses. */
export function openChannel(userId: Id, { onNews, onUp }: ChannelListener): Stop {
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let close: Stop = () => undefined;

  function connectLater(): void {
    const pause = backoff(failures, Math.random(), CHANNEL_FIRST_RETRY_MS, CHANNEL_LAST_RETRY_MS);
    failures += 1;
    retry = setTimeout(connect, pause);
  }

  function connect(): void {
    clearTimeout(retry);
    retry = undefined;
    const session = storedSession();
    if (session?.person.id !== userId) return;
    // The polling alongside it renews the session. Offline the attempt would only be noise.
    if (!session.isTokenValid || !platform().isOnline()) {
      connectLater();
      return;
    }
    let token = session.accessToken;
    // The topic of this session alone: nothing is sent to one that has ended.
    const topic = `realtime:session:${sessionIdOf(token)}`;
    let isUp = false;
    let isAnswered = false;
    /** Set once the page is let in. */
    let joined: ReturnType<typeof setTimeout> | undefined;
    let joinedAt = 0;

    const socket = new WebSocket(
      `${socketAddress(backendUrl())}?apikey=${config.supabaseAnonKey}&vsn=1.0.0`,
    );
    const send = (event: string, payload: object, to = topic) =>
      socket.send(JSON.stringify({ topic: to, event, payload, ref: '1', join_ref: '1' }));

    // Also detects a silent socket, and passes on a token that any tab has renewed.
    const beat = setInterval(() => {
      const current = storedSession();
      if (!joined || !isAnswered || current?.person.id !== userId) return fail();
      failures = 0;
      isAnswered = false;
      if (current.accessToken !== token) {
        token = current.accessToken;
        send('access_token', { access_token: token });
      }
      send('heartbeat', {}, 'phoenix');
    }, CHANNEL_BEAT_MS);

    close = () => {
      clearInterval(beat);
      clearTimeout(joined);
      socket.onmessage = socket.onclose = null;
      // Closed before it is open, it would complain on the console.
      socket.onopen = () => socket.close();
      if (socket.readyState === WebSocket.OPEN) socket.close();
      if (isUp) onUp(false);
      isUp = false;
    };

    function fail(): void {
      close();
      connectLater();
    }

    /** If word comes late, whatever was sent before is lost, even on a channel that counted as up. */
    function markUp(isLate: boolean): void {
      clearTimeout(joined);
      if (isUp || isLate) onUp(false);
      isUp = true;
      onUp(true);
    }

    // Realtime lets a page in before the database's messages reach it. If asked to, it says when they do;
    // versions from before July 2026 never say.
    const broadcast = { replication_ready: true };
    socket.onopen = () =>
      send('phx_join', {
        config: { private: true, broadcast },
        access_token: session.accessToken,
      });
    socket.onclose = fail;
    socket.onmessage = ({ data }) => {
      const frame = readFrame(String(data));
      isAnswered = true;
      if (frame?.topic !== topic) return;
      const { event, payload } = frame;
      const news = event === 'broadcast' && NEWS.find((word) => word === payload?.event);
      if (news) onNews(news);
      const isOver = event === 'phx_close' || event === 'phx_error' || payload?.status === 'error';
      if (isOver) return fail();
      if (event === 'phx_reply' && !joined) {
        joined = setTimeout(() => markUp(false), CHANNEL_READY_MS);
        joinedAt = platform().elapsed();
      }
      if (event === 'system') markUp(platform().elapsed() - joinedAt > CHANNEL_READY_SOON_MS);
    };
  }

  // A pause that began offline does not have to run out.
  const stopWaiting = platform().onOnline(() => retry !== undefined && connect());
  connect();
  return () => {
    stopWaiting();
    clearTimeout(retry);
    close();
  };
}

interface Frame {
  topic?: unknown;
  event?: unknown;
  payload?: { event?: unknown; status?: unknown } | null;
}

/** Null if it is not JSON: anything may be between a phone and the backend. */
function readFrame(text: string): Frame | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

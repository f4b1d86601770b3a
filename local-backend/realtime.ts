/**
 * Stand-in for Realtime: the messages its official client sends for a private channel that the database
 * broadcasts on, in both versions of the protocol. Nothing else: no presence, no table changes, no
 * messages between clients. Compared with
 * https://github.com/supabase/realtime/blob/main/lib/realtime_web/channels/realtime_channel.ex
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Database } from './database.ts';
import { readPart } from './messages.ts';

type Fields = Record<string, unknown>;

interface Frame {
  join_ref: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: Fields;
}

interface Channel {
  joinRef: string | null;
  expiry: ReturnType<typeof setTimeout>;
}

export interface RealtimeParts {
  jwtSecret: string;
  /** The role of somebody who has nothing but a key of the project. */
  keys: ReadonlyMap<string | null, string>;
  /** A token of the key pair, signed again with the secret. */
  asSigned: (token: string) => string;
  listen: Database['listen'];
  query: Database['query'];
}

const TOPIC = /^realtime:(.+)$/;
/** The longest delay a timer supports. */
const LONGEST_MS = 2 ** 31 - 1;

/** The claims of a token that is good now, or why it is not. */
function claimsOf(token: string, secret: string): Fields | string {
  const [head, body, signature] = token.split('.');
  if (!head || !body || !signature) return 'MalformedJWT: The token provided is not a valid JWT';
  const expected = createHmac('sha256', secret).update(`${head}.${body}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    return 'JwtSignatureError: Failed to validate JWT signature';
  const claims = readPart(body);
  const isOver = Number(claims.exp) * 1000 <= Date.now();
  return isOver ? 'InvalidJWTToken: Token has expired' : claims;
}

const isToken = (sent: unknown): sent is string =>
  typeof sent === 'string' && !sent.startsWith('sb_');

/** Version 1 sends objects, version 2 lists. */
function readFrame(text: string, version: string | null): Frame | null {
  try {
    const sent = JSON.parse(text);
    if (version !== '2.0.0') return { join_ref: null, ref: null, payload: {}, ...sent };
    const [join_ref, ref, topic, event, payload] = sent;
    return { join_ref, ref, topic, event, payload };
  } catch {
    return null;
  }
}

const writeFrame = (frame: Frame, version: string | null): string =>
  JSON.stringify(
    version === '2.0.0'
      ? [frame.join_ref, frame.ref, frame.topic, frame.event, frame.payload]
      : frame,
  );

export async function createRealtime({ jwtSecret, keys, asSigned, listen, query }: RealtimeParts) {
  const server = new WebSocketServer({ noServer: true });
  /** For each socket: passes on to its channels what the database sent. */
  const hearers = new Map<WebSocket, (topic: string, payload: Fields) => void>();

  await listen('realtime', (text) => {
    const { topic, event, payload } = JSON.parse(text);
    for (const hear of hearers.values())
      hear(`realtime:${topic}`, { type: 'broadcast', event, payload });
  });

  /** The token's claims if it may hear this topic, or why it may not; without one, the key's. */
  async function authorize(topic: string, token: unknown, role: string): Promise<Fields | string> {
    const claims = isToken(token)
      ? claimsOf(asSigned(token), jwtSecret)
      : { role, exp: Number.MAX_SAFE_INTEGER };
    if (typeof claims === 'string') return claims;
    const name = TOPIC.exec(topic)?.[1];
    const [answer] = await query<{ allowed: boolean }>(
      'select realtime.may_read($1, $2::jsonb) as allowed',
      [name, JSON.stringify(claims)],
    );
    const refusal = `Unauthorized: You do not have permissions to read from this Channel topic: ${name}`;
    return answer?.allowed ? claims : refusal;
  }

  function serve(socket: WebSocket, version: string | null, role: string): void {
    const channels = new Map<string, Channel>();

    const send = (frame: Frame) => socket.send(writeFrame(frame, version));
    const push = (topic: string, event: string, payload: Fields) =>
      send({ join_ref: channels.get(topic)?.joinRef ?? null, ref: null, topic, event, payload });
    const reply = ({ join_ref, ref, topic }: Frame, status: 'ok' | 'error', response: Fields) =>
      send({ join_ref, ref, topic, event: 'phx_reply', payload: { status, response } });

    function leave(topic: string): void {
      clearTimeout(channels.get(topic)?.expiry);
      channels.delete(topic);
    }

    function tell(topic: string, status: 'ok' | 'error', message: string): void {
      const [, channel] = TOPIC.exec(topic) ?? [];
      push(topic, 'system', { extension: 'system', status, message, channel });
    }

    function shutDown(topic: string, message: string): void {
      tell(topic, 'error', message);
      push(topic, 'phx_close', {});
      leave(topic);
    }

    function keep(topic: string, joinRef: string | null, claims: Fields): void {
      leave(topic);
      const left = Math.min(Number(claims.exp) * 1000 - Date.now(), LONGEST_MS);
      const expiry = setTimeout(() => shutDown(topic, 'Token has expired'), left);
      channels.set(topic, { joinRef, expiry });
    }

    async function join(frame: Frame): Promise<void> {
      const { topic, payload } = frame;
      const config = (payload.config ?? {}) as Fields;
      const found =
        TOPIC.test(topic) && config.private === true
          ? await authorize(topic, payload.access_token, role)
          : 'PrivateOnly: This project only allows private channels';
      if (socket.readyState !== socket.OPEN) return;
      if (typeof found === 'string') return reply(frame, 'error', { reason: found });
      keep(topic, frame.ref, found);
      reply(frame, 'ok', { postgres_changes: [] });
      const { replication_ready } = (config.broadcast ?? {}) as Fields;
      if (replication_ready === true) tell(topic, 'ok', 'Replication connection established');
    }

    async function renew({ topic, payload }: Frame): Promise<void> {
      if (!isToken(payload.access_token)) return;
      const found = await authorize(topic, payload.access_token, role);
      const channel = channels.get(topic);
      if (!channel) return;
      if (typeof found === 'string') shutDown(topic, found);
      else keep(topic, channel.joinRef, found);
    }

    async function answer(frame: Frame): Promise<void> {
      const { topic, event } = frame;
      if (event === 'heartbeat') reply(frame, 'ok', {});
      else if (event === 'phx_join') await join(frame);
      else if (event === 'access_token') await renew(frame);
      else if (event === 'phx_leave') {
        leave(topic);
        reply(frame, 'ok', {});
      }
    }

    socket.on('message', (data) => {
      const frame = readFrame(String(data), version);
      if (frame === null) socket.close();
      else answer(frame).catch(() => socket.close());
    });
    socket.on('close', () => {
      for (const topic of channels.keys()) leave(topic);
      hearers.delete(socket);
    });
    // A client's mistake closes its socket, and is not reported.
    socket.on('error', () => socket.terminate());
    hearers.set(socket, (topic, payload) => {
      if (channels.has(topic)) push(topic, 'broadcast', payload);
    });
  }

  return {
    /** Answers a request to open a socket: as the gateway does, not without a key. */
    connect(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
      const role = keys.get(searchParams.get('apikey'));
      if (role === undefined) {
        socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n');
        return;
      }
      server.handleUpgrade(request, socket, head, (client) =>
        serve(client, searchParams.get('vsn'), role),
      );
    },
    /** Closes the sockets, and their channels with them. */
    close(): void {
      for (const socket of hearers.keys()) socket.terminate();
    },
  };
}

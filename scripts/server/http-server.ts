/** Connects Node's server with the Request and Response of fetch. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import type { Handler } from './static-site.ts';

export interface RunningServer {
  port: number;
  close(): Promise<void>;
}

/** Only this machine can reach the server: the local backend's mailbox and till ask nobody who they are. */
const LOOPBACK = '127.0.0.1';

/** A name or an address, and a port: nothing that would be read as another part of a URL. */
const HOST = /^[\w.:[\]-]+$/;

/** null if no Request can be made: a missing address, or a method that fetch refuses. */
function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request | null {
  const path = incoming.url ?? '/';
  const host = incoming.headers.host ?? 'localhost';
  const address = `http://${host}${path}`;
  if (!HOST.test(host) || !path.startsWith('/') || !URL.canParse(address)) return null;
  // Fetch does not support TRACE.
  if (incoming.method === 'TRACE') return null;
  const headers = new Headers();
  for (let index = 0; index < incoming.rawHeaders.length; index += 2) {
    headers.append(incoming.rawHeaders[index] ?? '', incoming.rawHeaders[index + 1] ?? '');
  }
  const method = incoming.method ?? 'GET';
  const withBody = method !== 'GET' && method !== 'HEAD';
  return new Request(address, {
    method,
    headers,
    signal,
    ...(withBody && { body: Readable.toWeb(incoming) as unknown as BodyInit, duplex: 'half' }),
  });
}

/** Streams the body; several Set-Cookie headers stay several. */
async function sendResponse(outgoing: ServerResponse, response: Response): Promise<void> {
  outgoing.setHeaders(response.headers);
  // Without its own reason phrase, Node's usual one.
  outgoing.writeHead(response.status, response.statusText || undefined);
  if (response.body === null) {
    outgoing.end();
    return;
  }
  await pipeline(Readable.fromWeb(response.body as NodeReadableStream), outgoing);
}

/** Answers one request; a handler that throws is reported and answers with status 500. */
export async function handle(
  handler: Handler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const clientClosed = new AbortController();
  outgoing.on('close', () => clientClosed.abort());
  try {
    const request = toRequest(incoming, clientClosed.signal);
    const response = request
      ? await handler(request)
      : new Response('Bad request', { status: 400 });
    await sendResponse(outgoing, response);
  } catch (error) {
    // The client has disconnected (a closed tab, a navigation), which is no error.
    if (clientClosed.signal.aborted) return;
    console.error(`${incoming.method} ${incoming.url} failed:`, error);
    if (!outgoing.headersSent) outgoing.writeHead(500, { 'content-type': 'text/plain' });
    outgoing.end('Internal server error');
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = {
        EADDRINUSE: `Port ${port} is in use by another program. Choose another one: PORT=${port === 65_535 ? 4321 : port + 1} npm start`,
        EACCES: `Port ${port} needs rights this user does not have. Choose one above 1024: PORT=4321 npm start`,
      };
      reject(new Error(reasons[error.code ?? ''] ?? error.message));
    });
    server.listen(port, LOOPBACK, () => resolve((server.address() as AddressInfo).port));
  });
}

/** Takes over a request to open a socket; false if nothing here does. */
export type Upgrade = (incoming: IncomingMessage, socket: Duplex, head: Buffer) => boolean;

/** Listens on this machine only. 0 takes any free port. */
export async function serve(
  handler: Handler,
  port: number,
  upgrade: Upgrade = () => false,
): Promise<RunningServer> {
  const server = createServer((incoming, outgoing) => void handle(handler, incoming, outgoing));
  // As nginx's: with Node's five seconds, a request now and then meets a connection just closed.
  server.keepAliveTimeout = 75_000;
  // The server counts them among its connections, and does not close them.
  const sockets = new Set<Duplex>();
  server.on('upgrade', (incoming, socket, head) => {
    socket.on('error', () => socket.destroy());
    if (!upgrade(incoming, socket, head)) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
      return;
    }
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  return {
    port: await listen(server, port),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/**
 * The product that the engines visit: the built site, whose pages report what goes wrong in them, and
 * a backend that forgets everything. The connection to it can be cut.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { runProduct } from '../../../scripts/server/product.ts';
import { SERVICE_KEY } from '../../keys.ts';
import { COMPLAINTS, LINE } from './engine.ts';

let complaints: string[] = [];
let cut: 'nothing' | 'sockets' | 'all' = 'nothing';
const sockets = new Set<Duplex>();

/** While the connection is cut, no request gets an answer, except the one that restores it. */
subscribe('http.server.request.start', (message) => {
  const { request } = message as { request: IncomingMessage };
  if (cut === 'all' && request.url !== LINE) request.socket.destroy();
});

const { origin, close } = await runProduct({
  port: 0,
  site: process.env.STAMPCARD_SITE,
  backend: { serviceKey: SERVICE_KEY, verificationLimit: Number.POSITIVE_INFINITY },
  beforeSockets: (product) => (request, socket, head) => {
    if (cut !== 'nothing' || !product(request, socket, head)) return false;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    return true;
  },
  before: (product) => async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === LINE) {
      cut = (await request.text()) as typeof cut;
      const open = sockets.size;
      if (cut !== 'nothing') for (const socket of sockets) socket.destroy();
      return Response.json(open);
    }
    if (pathname !== COMPLAINTS) return product(request);
    if (request.method === 'POST') {
      complaints.push(await request.text());
      return new Response(null, { status: 204 });
    }
    const heard = complaints;
    complaints = [];
    return Response.json(heard);
  },
});
process.stdout.write(`Serving ${origin}\n`);
process.once('SIGTERM', () => close().finally(() => process.exit()));

/** How the local Realtime carries as many customers at once, each on their own channel. */
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { LOCAL_ANON_KEY } from '../../../local-backend/keys.ts';
import { socketAddress } from '../../../src/lib/domain/socket-address.ts';
import type { RunningProduct } from '../../server/product.ts';
import type { Table } from '../section.ts';

const CUSTOMERS = 1000;
const ROUNDS = 5;
/** More would wait in front of the port, and be turned away. */
const JOINS_AT_ONCE = 100;

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function tokenOf(id: string, secret: string): string {
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const claims = encoded({ sub: id, role: 'authenticated', exp });
  const signed = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${claims}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

async function join(origin: string, id: string, secret: string): Promise<WebSocket> {
  const socket = new WebSocket(`${socketAddress(origin)}?apikey=${LOCAL_ANON_KEY}&vsn=1.0.0`);
  await once(socket, 'open');
  const payload = { config: { private: true }, access_token: tokenOf(id, secret) };
  const frame = { topic: `realtime:customer:${id}`, event: 'phx_join', payload, ref: '1' };
  socket.send(JSON.stringify(frame));
  const [answer] = await once(socket, 'message');
  if (JSON.parse(String(answer)).payload.status !== 'ok') throw new Error(`Refused: ${answer}`);
  return socket;
}

export async function socketTable(
  { origin, backend }: RunningProduct,
  secret: string,
): Promise<Table> {
  const ids = Array.from({ length: CUSTOMERS }, () => randomUUID());
  const began = performance.now();
  const sockets: WebSocket[] = [];
  while (sockets.length < CUSTOMERS) {
    const next = ids.slice(sockets.length, sockets.length + JOINS_AT_ONCE);
    sockets.push(...(await Promise.all(next.map((id) => join(origin, id, secret)))));
  }
  const joins = (CUSTOMERS * 1000) / (performance.now() - began);
  const waits: number[] = [];
  let tookMs = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const sentAt = performance.now();
    const heard = sockets.map(async (socket) => {
      await once(socket, 'message');
      waits.push(performance.now() - sentAt);
    });
    await backend.query(
      `select realtime.send('{}', 'given', 'customer:' || id, true) from unnest($1::text[]) as id`,
      [ids],
    );
    await Promise.all(heard);
    tookMs += performance.now() - sentAt;
  }
  for (const socket of sockets) socket.terminate();
  waits.sort((one, other) => one - other);
  const at = (share: number) => `${Math.round(waits[Math.floor(waits.length * share)] ?? 0)} ms`;
  return {
    names: ['sockets at once'],
    figures: ['joins a second', 'words a second', 'heard, median', 'p95'],
    rows: [
      [
        CUSTOMERS.toLocaleString('en'),
        String(Math.round(joins)),
        String(Math.round((CUSTOMERS * ROUNDS * 1000) / tookMs)),
        at(0.5),
        at(0.95),
      ],
    ],
  };
}

/** Makes a server on this machine as far away as a host. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface FarAway {
  origin: string;
  close(): void;
}

function handOn(from: Socket, to: Socket, delayMs: number): void {
  from.on('data', (bytes) => setTimeout(() => to.write(bytes), delayMs));
  from.on('end', () => setTimeout(() => to.end(), delayMs));
  from.on('error', () => to.destroy());
}

/**
 * A proxy to it: connecting takes one round trip, an answer another.
 *
 * @param port the server's port, asked for with each connection
 */
export async function farAway(port: () => number, roundTripMs: number): Promise<FarAway> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.pause());
    setTimeout(() => {
      const behind = connect(port(), '127.0.0.1');
      open.add(behind);
      handOn(socket, behind, roundTripMs / 2);
      handOn(behind, socket, roundTripMs / 2);
      socket.resume();
    }, roundTripMs);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/**
 * The product with its site on another host: STAMPCARD_HOST names it, STAMPCARD_SITE is the built
 * site. The local backend answers beside it on the same origin, as it does for `npm start`.
 */
import { chmod, cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProduct } from '../scripts/server/product.ts';
import type { Handler } from '../scripts/server/static-site.ts';
import { SERVICE_KEY } from '../tests/keys.ts';
import { netlify } from './servers/netlify.ts';
import { pages } from './servers/pages.ts';
import type { Program } from './servers/process.ts';
import { cloudflare, nginx } from './servers/programs.ts';
import { vercel } from './servers/vercel.ts';

const BACKEND = /^\/(auth|rest|storage)\/v1\/|^\/local(\/|$)/;

const played = async (handler: Promise<Handler>): Promise<Program> => ({
  handler: await handler,
  stop: async () => undefined,
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}

async function startHost(name: string, room: string): Promise<Program> {
  const site = join(room, 'site');
  switch (name) {
    case 'pages':
      return played(pages(site));
    case 'pages-path':
      return played(pages(site, '/stampcard'));
    case 'netlify':
      return played(netlify(site));
    case 'vercel':
      return played(vercel(site));
    case 'nginx':
      return nginx(room, await freePort());
    case 'nginx-path':
      return nginx(room, await freePort(), '/stampcard');
    case 'cloudflare':
    case 'cloudflare-path':
      return cloudflare(room, await freePort());
    default:
      throw new Error(`There is no host ${name}.`);
  }
}

const folder = await mkdtemp(join(tmpdir(), 'stampcard-host-'));
// nginx reads as somebody else.
await chmod(folder, 0o755);
const hostName = process.env.STAMPCARD_HOST ?? '';
// Below a path as docs/decisions/any-static-host.md has it; what is played as Pages finds it by itself.
const isBelow = /^(cloudflare|nginx)-path$/.test(hostName);
const place = join(folder, isBelow ? 'site/stampcard' : 'site');
await cp(process.env.STAMPCARD_SITE ?? 'dist', place, { recursive: true });
if (isBelow) {
  for (const rules of ['_headers', '_redirects']) {
    await rename(join(place, rules), join(folder, 'site', rules));
  }
}
const host = await startHost(hostName, folder);
const { origin, close } = await runProduct({
  port: 0,
  backend: { serviceKey: SERVICE_KEY, verificationLimit: Number.POSITIVE_INFINITY },
  before: async (product) => async (request) =>
    BACKEND.test(new URL(request.url).pathname) ? product(request) : host.handler(request),
});
process.stdout.write(`Serving ${origin}\n`);
process.once('SIGTERM', async () => {
  await close();
  await host.stop();
  await rm(folder, { recursive: true, force: true });
  process.exit();
});

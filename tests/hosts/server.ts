/**
 * The product with its site on another host: STAMPCARD_HOST names it, STAMPCARD_SITE is the built
 * site. The local backend answers next to it on the same origin, as it does for `npm start`.
 */
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProduct } from '../../scripts/server/product.ts';
import { SERVICE_KEY } from '../keys.ts';
import { nginx } from './nginx.ts';
import { pages } from './pages.ts';

const BACKEND = /^\/(auth|rest|storage)\/v1\/|^\/local(\/|$)/;
const [name, isBelow] = (process.env.STAMPCARD_HOST ?? '').split('-');
const basePath = isBelow ? '/stampcard' : '';

const folder = await mkdtemp(join(tmpdir(), 'stampcard-host-'));
// nginx reads as somebody else.
await chmod(folder, 0o755);
const site = join(folder, 'site');
const place = name === 'nginx' ? site + basePath : site;
await cp(process.env.STAMPCARD_SITE ?? 'dist', place, { recursive: true });
const host =
  name === 'nginx'
    ? await nginx(folder, basePath)
    : { handler: await pages(site, basePath), stop: async () => undefined };
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

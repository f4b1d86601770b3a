/**
 * The product with its site on another host: STAMPCARD_HOST names it, STAMPCARD_SITE is the built
 * site. The local backend answers next to it on the same origin, as it does for `npm start`.
 */
import { readFileSync } from 'node:fs';
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { namesBelow } from '../../scripts/command.ts';
import { runProduct } from '../../scripts/server/product.ts';
import { type Handler, typeOf } from '../../scripts/server/static-site.ts';
import { SERVICE_KEY } from '../keys.ts';
import { nginx } from './nginx.ts';

const BACKEND = /^\/(auth|rest|storage)\/v1\/|^\/local(\/|$)/;
const [name, isBelow] = (process.env.STAMPCARD_HOST ?? '').split('-');
const basePath = isBelow ? '/stampcard' : '';

const folder = await mkdtemp(join(tmpdir(), 'stampcard-host-'));
// nginx reads as another user.
await chmod(folder, 0o755);
const site = join(folder, 'site');
const place = name === 'nginx' ? site + basePath : site;
await cp(process.env.STAMPCARD_SITE ?? 'dist', place, { recursive: true });

/** A plain file host such as GitHub Pages: pages without their ending, 404.html, and no rules of ours. */
async function pages(): Promise<Handler> {
  const files = new Set(await namesBelow(site));
  return async (request) => {
    const { pathname } = new URL(request.url);
    const path = decodeURI(pathname.slice(basePath.length + 1));
    const asked = [
      path,
      `${path}.html`,
      `${path.replace(/\/$/, '')}/index.html`.replace(/^\//, ''),
    ];
    const found = pathname.startsWith(`${basePath}/`)
      ? asked.find((file) => files.has(file))
      : undefined;
    const sent = found ?? '404.html';
    return new Response(readFileSync(join(site, sent)), {
      status: found === undefined ? 404 : 200,
      headers: { 'content-type': typeOf(sent), 'cache-control': 'max-age=600' },
    });
  };
}

const host =
  name === 'nginx'
    ? await nginx(folder, basePath)
    : { handler: await pages(), stop: async () => undefined };
const { origin, close } = await runProduct({
  port: 0,
  backend: { serviceKey: SERVICE_KEY, verificationLimit: Number.POSITIVE_INFINITY },
  before: (product) => async (request) =>
    BACKEND.test(new URL(request.url).pathname) ? product(request) : host.handler(request),
});
process.stdout.write(`Serving ${origin}\n`);
process.once('SIGTERM', async () => {
  await close();
  await host.stop();
  await rm(folder, { recursive: true, force: true });
  process.exit();
});

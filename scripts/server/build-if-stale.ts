/** Builds the site and the till when the builds are missing or made from other sources or settings. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { globSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const SOURCES = [
  '{src,public,scripts}/**',
  '{astro.config.mjs,vite.till.config.ts,package-lock.json,tsconfig.json}',
  '.env{,.local,.production,.production.local}',
];
const SETTINGS = /^(PUBLIC_\w+|SITE_URL)$/;
const RECORD = 'node_modules/.cache/stampcard/built-from';

const isFile = (path: string) => statSync(path).isFile();

function fingerprint(env: NodeJS.ProcessEnv): string {
  const hash = createHash('sha256');
  for (const file of globSync(SOURCES).sort().filter(isFile)) {
    hash.update(`${file}\0`).update(readFileSync(file));
  }
  for (const name of Object.keys(env)
    .filter((setting) => SETTINGS.test(setting))
    .sort()) {
    hash.update(`${name}=${env[name]}\0`);
  }
  return hash.digest('hex');
}

/** A build made by hand in the meantime has a different time and counts as stale. */
async function builtAt(): Promise<string> {
  const pages = ['dist', 'dist-till'].map((built) => stat(join(built, 'index.html')));
  const times = await Promise.all(pages).catch(() => []);
  return times.length === 0 ? 'never' : times.map(({ mtimeMs }) => mtimeMs).join('/');
}

/** Its output is shown only if it fails. */
async function succeeded(child: ChildProcess, command: string): Promise<void> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  const [code] = await once(child, 'close');
  if (code !== 0) {
    throw new Error(`${output}\n${command} failed; the reason stands above.`);
  }
}

const run = (env: NodeJS.ProcessEnv, command: string): Promise<void> =>
  succeeded(spawn(command, { shell: true, env, stdio: ['ignore', 'pipe', 'pipe'] }), command);

/**
 * Only the till: `npm run dev` makes the pages of the site as they are asked for. It leaves dist-till
 * alone, which may be in use, or about to go online.
 *
 * @returns where it is
 */
export async function buildTill(): Promise<string> {
  const folder = join(process.cwd(), 'node_modules/.cache/stampcard/till');
  await run(process.env, `npm run build:till -- --outDir "${folder}"`);
  return folder;
}

export interface Building {
  /** The pages and all that they load at first. */
  pages: Promise<void>;
  /** The worker and the till as well. */
  all: Promise<void>;
}

/** Builds what is missing or stale, first what a first page needs; null if nothing has to be built. */
export async function buildSiteIfStale(env: NodeJS.ProcessEnv): Promise<Building | null> {
  const wanted = fingerprint(env);
  const record = await readFile(RECORD, 'utf8').catch(() => '');
  if (record === `${wanted} ${await builtAt()}`) return null;
  const site = fork('scripts/build.ts', { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const built = succeeded(site, 'npm run build');
  const all = built.then(async () => {
    await run(env, 'npm run build:till');
    await mkdir(dirname(RECORD), { recursive: true });
    await writeFile(RECORD, `${wanted} ${await builtAt()}`);
  });
  // It may fail before anybody waits for it.
  all.catch(() => {});
  return { pages: Promise.race([built, once(site, 'message').then(() => {})]), all };
}

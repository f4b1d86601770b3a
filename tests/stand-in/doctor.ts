/** The doctor's findings on the local backend and a small site, intact or with something broken. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { LOCAL_ANON_KEY } from '../../local-backend/keys.ts';
import { precachedFiles } from '../../scripts/build/precache.ts';
import type { Context, Given } from '../../scripts/doctor/ask.ts';
import type { Finding } from '../../scripts/doctor/finding.ts';
import { examine } from '../../scripts/doctor.ts';
import { headersFile, redirectsFile } from '../../scripts/hosts/files.ts';
import { createStaticSite, type Handler } from '../../scripts/server/static-site.ts';
import { localConfig } from '../../src/lib/config.ts';
import { contentSecurityPolicy } from '../../src/lib/content-security-policy.ts';
import { routes } from '../../src/lib/routes.ts';
import { backend, ORIGIN } from '../database/as.ts';

/** The answer that replaces another. */
export type Change = (answer: Response) => Response | Promise<Response>;

/** Changes the answers to addresses that match; the first matching row decides. */
export type Changes = readonly (readonly [address: RegExp, change: Change])[];

const SCRIPT = `const config={supabaseAnonKey:\`${LOCAL_ANON_KEY}\`};`;

function page(path: string): string {
  const { directives } = contentSecurityPolicy(localConfig);
  const hash = createHash('sha256').update('').digest('base64');
  const policy = [...directives, `script-src 'sha256-${hash}' 'self'`].join(';');
  return `<!DOCTYPE html><html><head><meta http-equiv="content-security-policy" content="${policy}">
    <title>${path}</title><link rel="canonical" href="${ORIGIN}${path}">
    <script type="module" src="/_astro/wallet.abc123.js"></script></head></html>`;
}

async function write(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

/** A small site like ours: its pages, its worker, and the rules of its host. */
async function createSite(): Promise<Handler> {
  const folder = await mkdtemp(join(tmpdir(), 'doctor-site-'));
  const pages = Object.values(routes).map(({ path }) => [
    `${path === '/' ? 'index' : path.slice(1)}.html`,
    page(path),
  ]);
  await write(folder, {
    ...Object.fromEntries(pages),
    '404.html': `${page('/404')}<script>location.replace(target)</script>`,
    '_astro/wallet.abc123.js': SCRIPT,
    _headers: headersFile(),
    _redirects: redirectsFile(),
  });
  const files = await precachedFiles(folder);
  await write(folder, { 'worker.js': `const files=${JSON.stringify(files)};` });
  const site = await createStaticSite(folder);
  await rm(folder, { recursive: true });
  return site;
}

let site: Promise<Handler> | undefined;

/** Answers as the server of `npm start` does, backend and site on one origin. */
async function answer(request: Request): Promise<Response> {
  site ??= createSite();
  return (await (await backend()).fetch(request)) ?? (await site)(request);
}

type Fetch = Context['fetch'];

const ask: Fetch = (address, init) => answer(new Request(address, init));

const answered = new Map<string, Response>();

/** Tables and files are assumed to answer a stranger the same each time. */
const askAgain: Fetch = async (address, init) => {
  const headers = new Headers(init.headers);
  const isStranger = headers.get('authorization') === null;
  if (!isStranger || !/\/(rest|storage)\/v1\//.test(address)) return ask(address, init);
  const question = [init.method, address.replace(/doctor-[\w-]+/, ''), init.body].join(' ');
  const known = answered.get(question) ?? (await ask(address, init));
  answered.set(question, known.clone());
  return known;
};

const examinedBy =
  (fetch: Fetch) =>
  /** Everything the doctor finds. */
  async (
    changes: Changes = [],
    given: Partial<Given> = {},
    rest: Partial<Context> = {},
  ): Promise<Finding[]> => {
    const realtime = await (await backend()).realtime();
    const openSocket = (address: string) =>
      new WebSocket(address.replace(/^ws.+\/realtime\/v1/, realtime.address));
    const groups = await examine(
      { url: ORIGIN, key: LOCAL_ANON_KEY, ...given },
      {
        email: null,
        guests: true,
        askPerson: null,
        deadlineMs: 5000,
        openSocket,
        fetch: async (address, init) => {
          const change = changes.find(([pattern]) => pattern.test(address))?.[1];
          const found = await fetch(address, init);
          return change ? change(found) : found;
        },
        ...rest,
      },
    ).finally(realtime.close);
    return groups.flatMap(({ findings }) => findings);
  };

export const examined = examinedBy(ask);

/** For tests in which nothing is wrong with the database: only the first one asks its tables. */
export const examinedWhole = examinedBy(askAgain);

/** Whether what is online was built for this backend and this address, and arrives as it was built. */
import { createHash } from 'node:crypto';
import { holdsSecretKey } from '../../src/lib/read-config.ts';
import { routes } from '../../src/lib/routes.ts';
import { type Answer, dashboard, described, isPage } from './ask.ts';
import { type Finding, ok, toMend, unknown } from './finding.ts';
import { HOST_FILES, hashedScripts, type Site } from './site.ts';

const PAGES = [routes.splash.path, routes.login.path, routes.home.path];

/** Whether the pages' own policy lets in what is ours alone, and this backend. */
export async function checkPolicy(site: Site): Promise<Finding[]> {
  const wrong = await Promise.all(
    PAGES.map(async (path) => ({ path, problem: problemOf(site, await site.get(path)) })),
  );
  // What is wrong with one page is mostly wrong with all.
  const [first] = wrong.filter(({ problem }) => problem !== null);
  if (!first?.problem) return [ok('policy', `of ${PAGES.join(', ')}: names this backend`)];
  return [toMend(`policy of ${first.path}`, ...first.problem)];
}

const POLICY = /<meta\s+http-equiv="content-security-policy"\s+content="([^"]*)"/i;

function problemOf({ url, site }: Site, { text }: Answer): [found: string, mend: string] | null {
  const publish =
    'Publish what `npm run build` has written, and switch off whatever at the host rewrites pages.';
  const policy = POLICY.exec(text)?.[1]?.replaceAll('&#39;', "'");
  if (policy === undefined) return ['the page has none', publish];
  const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/));
  const sourcesOf = (name: string) => directives.find(([first]) => first === name)?.slice(1) ?? [];
  const scripts = sourcesOf('script-src');
  const hasHashes = scripts.some((source) => source.startsWith("'sha256-"));
  const isShut = sourcesOf('default-src')[0] === "'none'" && !scripts.includes("'unsafe-inline'");
  if (!isShut || !hasHashes) return ['it lets in scripts that are not ours', publish];
  const connect = sourcesOf('connect-src');
  const isOwnOrigin = new URL(site).origin === url && connect.includes("'self'");
  if (isOwnOrigin || connect.includes(url)) return null;
  return [
    `it lets the page speak to ${connect.join(' ')}, not to ${url}`,
    `The site was built for another backend. Build it with PUBLIC_SUPABASE_URL=${url}, and publish it again.`,
  ];
}

const KEY = /sb_publishable_[\w-]+|eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/;

/** Which key the scripts of a screen hold. */
export async function checkKeyOfSite(site: Site): Promise<Finding[]> {
  const what = 'key in the site';
  const home = await site.get(routes.home.path);
  const scripts = await Promise.all(hashedScripts(home).map(site.get));
  const text = [home, ...scripts].map((answer) => answer.text).join('\n');
  const keys = dashboard(site, 'settings/api-keys');
  if (holdsSecretKey(text)) {
    const all = 'a SECRET key: everybody who opens the site can read and write everything';
    const rotate = `Rotate it now: ${keys}. Then build the site with the publishable key as PUBLIC_SUPABASE_ANON_KEY, and publish it again.`;
    return [toMend(what, all, rotate)];
  }
  if (text.includes(site.key)) return [ok(what, 'the one given here')];
  const [other] = KEY.exec(text) ?? [];
  if (other === undefined) return [unknown(what, 'none was found in its scripts')];
  const found = `${other.slice(0, 24)}…, which is not the one given here`;
  const build = `If that one is disabled or of another project, build the site with PUBLIC_SUPABASE_ANON_KEY as it is now, and publish it again: ${keys}`;
  return [toMend(what, found, build)];
}

/** Whether the service worker can be installed, and finds every file as it was built. */
export async function checkWorker(site: Site): Promise<Finding[]> {
  const worker = await site.get('/worker.js');
  // A browser takes it only from its own address, as script.
  if (worker.status !== 200 || isPage(worker)) {
    const publish =
      'Publish all of dist/: worker.js stands at its root, beside index.html, and no browser follows a redirect to it.';
    return [toMend('worker', described(worker), publish)];
  }
  const type = worker.headers.get('content-type') ?? 'nothing';
  if (!/javascript/.test(type)) {
    const serve = 'Have the host serve .js as text/javascript (nginx: mime.types).';
    return [toMend('worker', `served as ${type}`, serve)];
  }
  return [ok('worker', 'served as script'), await asBuilt(site, worker)];
}

/** What the worker keeps, with the hash of each (scripts/build/precache.ts), however it is quoted. */
const KEPT =
  /"?url"?:\s*["'`]([^"'`]+)["'`],\s*"?revision"?:[^,]+,\s*"?integrity"?:\s*["'`](sha256-[^"'`]+)/g;

async function asBuilt({ site, get }: Site, worker: Answer): Promise<Finding> {
  const what = 'files as built';
  const kept = new Map(
    [...worker.text.matchAll(KEPT)].map(([, url = '', hash = '']) => [url, hash]),
  );
  const base = new URL(site).pathname.replace(/\/$/, '');
  const scripts = hashedScripts(await get(routes.home.path));
  const known = [...PAGES, ...scripts].filter((path) => kept.has(base + path));
  if (known.length === 0) return unknown(what, 'the worker’s list of files can’t be read');
  const changed: string[] = [];
  for (const path of known) {
    const hash = createHash('sha256')
      .update((await get(path)).bytes)
      .digest('base64');
    if (`sha256-${hash}` !== kept.get(base + path)) changed.push(path);
  }
  if (changed.length === 0) return ok(what, `${known.length} compared`);
  return toMend(
    what,
    `not what the worker expects: ${changed.join(', ')}`,
    `Nothing starts without a line then. Publish all of dist/ of one build, and switch off whatever at the host changes files (minifying, “rocket loader”, hidden addresses, analytics): see ${HOST_FILES}.`,
  );
}

/** Whether robots.txt, the sitemap, the pages and the manifest name the address at which the site is. */
export async function checkNamedAddresses({ get, site }: Site): Promise<Finding[]> {
  const again = `Build the site with SITE_URL=${site}, and publish it again.`;
  const all = 'Publish all of dist/, with its manifest.webmanifest and its sitemap-*.xml.';
  const isHere = (address: string) => address === site || address.startsWith(`${site}/`);
  const named = (what: string, ones: string[], answer: Answer): Finding => {
    const foreign = ones.find((address) => !isHere(address));
    if (answer.status !== 200 || ones.length === 0) return toMend(what, described(answer), all);
    return foreign ? toMend(what, `names ${foreign}`, again) : ok(what, 'names this site');
  };
  const found = async (what: string, path: string, pattern: RegExp) => {
    const answer = await get(path);
    return named(
      what,
      [...answer.text.matchAll(pattern)].map(([, one = '']) => one),
      answer,
    );
  };
  const manifest = await get('/manifest.webmanifest');
  const { start_url: start, scope = './' } = Object(manifest.json);
  const addresses = (start ? [start, scope] : []).map((text) => {
    const at = `${site}/manifest.webmanifest`;
    return URL.canParse(text, at) ? new URL(text, at).href : String(text);
  });
  const type = manifest.headers.get('content-type') ?? '';
  const serve = 'Have the host serve .webmanifest as application/manifest+json.';
  return [
    await found('robots.txt', '/robots.txt', /^Sitemap:\s*(\S+)/gim),
    await found('sitemap', '/sitemap-index.xml', /<loc>([^<]+)<\/loc>/g),
    await found('pages of the sitemap', '/sitemap-0.xml', /<loc>([^<]+)<\/loc>/g),
    await found('canonical address', '/', /<link rel="canonical" href="([^"]+)"/g),
    manifest.status === 200 && !/json/.test(type)
      ? toMend('manifest', `served as ${type}`, serve)
      : named('manifest', addresses, manifest),
  ];
}

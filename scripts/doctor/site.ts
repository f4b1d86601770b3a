/** Whether site and till are at their addresses, built for this backend, and as the host's rules want them. */
import { createHash } from 'node:crypto';
import * as till from '#text/till.ts';
import { holdsSecretKey } from '../../src/lib/read-config.ts';
import { routes } from '../../src/lib/routes.ts';
import { EVERY_ANSWER, HASHED_FILES, REVALIDATED, WORKER } from '../hosts/rules.ts';
import { type Answer, ask, type Context, dashboard, described, isPage } from './ask.ts';
import { type Finding, judge, ok, toMend, unknown } from './finding.ts';

/** The site as its host gives it: each address is asked for once, however many checks look at it. */
export interface Site extends Context {
  site: string;
  /** The answer to a path of the site, as a browser asks for a page. */
  get: (path: string) => Promise<Answer>;
}

/** A host may alter only what it takes for a browser's request for a page. */
const ACCEPT = 'text/html,application/xhtml+xml,*/*;q=0.8';

export function openSite(context: Context, site: string): Site {
  const asked = new Map<string, Promise<Answer>>();
  const get = (path: string) => {
    const answer = asked.get(path) ?? ask(context, site + path, { headers: { accept: ACCEPT } });
    asked.set(path, answer);
    return answer;
  };
  return { ...context, site, get };
}

/** The files with a hash in their name that a page loads at once. */
const hashedScripts = ({ text }: Answer): string[] => [
  ...new Set([...text.matchAll(/\/_astro\/[\w.-]+\.js/g)].map(([path]) => path)),
];

const SEE_FILES =
  'See dist/_headers and dist/_redirects (Netlify, Cloudflare), deploy/vercel.json, or deploy/nginx.conf.';

const isWellWithPage = (answer: Answer) => answer.status === 200 && isPage(answer);

export async function checkSiteReach({ site, get }: Site): Promise<Finding[]> {
  const answer = await get('/');
  const leads = answer.headers.has('location');
  const give =
    'Set --site, and SITE_URL in the build, to the address it leads to, or reverse the host’s redirect.';
  const publish =
    'Publish the folder dist/ there, and see that the name leads to the host (DNS, certificate).';
  const found = `${site}: ${described(answer)}`;
  const isFine = isWellWithPage(answer) && !leads;
  return [judge('site', isFine, 'answers with a page', found, leads ? give : publish)];
}

type Name = keyof typeof EVERY_ANSWER;

const NAMES = Object.keys(EVERY_ANSWER) as Name[];
const HALF_A_YEAR = 15_768_000;

/** A host may say more, and two of them in its own way. */
function saysEnough(name: Name, given: string): boolean {
  const value = given.toLowerCase();
  if (name === 'Strict-Transport-Security') {
    return Number(/max-age="?(\d+)/.exec(value)?.[1] ?? 0) >= HALF_A_YEAR;
  }
  if (name === 'Referrer-Policy') return /^(strict-origin.*|same-origin|no-referrer)$/.test(value);
  return EVERY_ANSWER[name].split(', ').every((part) => value.includes(part.toLowerCase()));
}

/** What a policy header may say besides ours, without a word about what pages load. */
const HARMLESS = /^(frame-ancestors|upgrade-insecure-requests|block-all-mixed-content|report-)/;

/** Whether the host sends the headers that guard the pages, with those of an id too. */
export async function checkHeaders({ get }: Site): Promise<Finding[]> {
  const paths = ['/', routes.login.path, `${routes.store.path}/1`, `${routes.viewEvent.path}/1`];
  const answers = await Promise.all(paths.map(get));
  const missing = answers.flatMap(({ status, headers }, index) => {
    const wrong = NAMES.filter((name) => !saysEnough(name, headers.get(name) ?? ''));
    // Another check reports a missing page.
    return status === 200 && wrong.length > 0
      ? [`${paths[index]} is without ${wrong.join(', ')}`]
      : [];
  });
  const added = (answers[0]?.headers.get('content-security-policy') ?? '')
    .split(/[;,]/)
    .map((directive) => directive.trim())
    .filter((directive) => directive !== '' && !HARMLESS.test(directive));
  const rules = `Have the host send them for every path. ${SEE_FILES} GitHub Pages reads no rules: put a proxy in front of it that adds them.`;
  const away =
    'Take it away at the host: each page has its own policy, and a browser enforces both.';
  return [
    judge('headers', missing.length === 0, `all of ${NAMES.join(', ')}`, missing.join('; '), rules),
    ...(added.length > 0 ? [toMend('policy of the host', `adds ${added.join('; ')}`, away)] : []),
  ];
}

const seconds = (control: string, name: string) =>
  Number(new RegExp(`(?:^|[\\s,])${name}=(\\d+)`).exec(control)?.[1] ?? Number.NaN);

/** Whether every copy of it, in proxies too, is revalidated before use. */
const isRevalidated = (control: string) =>
  /\bno-(cache|store)\b/.test(control) ||
  (seconds(control, 'max-age') === 0 && !(seconds(control, 's-maxage') > 0));

const isKept = (control: string) => seconds(control, 'max-age') >= 2 * HALF_A_YEAR - 1;

/** Whether a new version arrives: pages and the worker are revalidated, files with a hash are kept. */
export async function checkCaching({ get }: Site): Promise<Finding[]> {
  const [script = '/_astro/'] = hashedScripts(await get(routes.login.path));
  const rows = [
    ['pages', routes.login.path, REVALIDATED, isRevalidated],
    ['the worker', '/worker.js', WORKER, isRevalidated],
    ['hashed files', script, HASHED_FILES, isKept],
  ] as const;
  return Promise.all(
    rows.map(async ([name, path, wanted, isFine]) => {
      const answer = await get(path);
      const what = `caching of ${name}`;
      if (answer.status !== 200) return unknown(what, described(answer));
      const control = answer.headers.get('cache-control') ?? 'no Cache-Control';
      const mend = `It should be “${wanted['Cache-Control']}”. ${SEE_FILES} Check the caching rules of whatever stands before the host too.`;
      return judge(what, isFine(control), control, control, mend);
    }),
  );
}

const titleOf = ({ text }: Answer) => /<title>([^<]*)/.exec(text)?.[1] ?? '';

/** Whether every page has its address, and no other address has a page. */
export async function checkRoutes({ get }: Site): Promise<Finding[]> {
  const lost = await get('/no-such-page-of-stampcard');
  const wrong = await Promise.all(
    Object.values(routes).map(async ({ path }) => {
      const answer = await get(path);
      return isWellWithPage(answer) ? [] : [`${path}: ${described(answer)}`];
    }),
  );
  // A store's page has its id in the address: one file for all of them. If a host reads no rules,
  // 404.html leads on (src/scripts/not-found.ts).
  const deep = [routes.store.path, routes.viewEvent.path].map(async (path) => {
    const answer = await get(`${path}/1`);
    const leadsOn = answer.text === lost.text && answer.text.includes('location.replace');
    const isPageOfId = answer.status === 200 && titleOf(answer) === titleOf(await get(path));
    const mend = `Every address below ${path}/ should answer with ${path}.html. ${SEE_FILES}`;
    const found = `${described(answer)}, “${titleOf(answer)}”`;
    return judge(`deep link ${path}/1`, isPageOfId || leadsOn, 'answers', found, mend);
  });
  const found = wrong.flat().join('; ');
  const all = `Publish all of dist/, and have the host serve home.html as /home, without a slash at its end. ${SEE_FILES}`;
  const notFound = `They should answer with 404.html and the status 404. ${SEE_FILES} An option like “single-page application” must be off.`;
  const isRight = lost.status === 404 && isPage(lost);
  return [
    judge('pages', found === '', `all ${wrong.length} answer`, found, all),
    ...(await Promise.all(deep)),
    judge('unknown addresses', isRight, '404, with a page', described(lost), notFound),
  ];
}

const CONNECT = /http-equiv="content-security-policy"\s+content="[^"]*connect-src ([^;"]*)/i;
const KEY = /sb_publishable_[\w-]+|eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/;

type Part = 'site' | 'till';

const again = (part: Part, setting: string) =>
  `Build the ${part} with ${setting}, and publish it again.`;

function keyFinding(part: Part, { url, key }: Site, files: readonly Answer[]): Finding {
  const what = `key in the ${part}`;
  const text = files.map((answer) => answer.text).join('\n');
  const [found] = KEY.exec(text) ?? [];
  if (holdsSecretKey(text)) {
    const secret = `Rotate it now: ${dashboard({ url }, 'settings/api-keys')}. Then build the ${part} with the publishable key as PUBLIC_SUPABASE_ANON_KEY, and publish it again.`;
    return toMend(what, 'a SECRET key: everybody can read and write everything', secret);
  }
  const lost = files.find(({ status }) => status !== 200);
  if (found === undefined && lost) return unknown(what, described(lost));
  return judge(
    what,
    text.includes(key),
    'the one given here',
    `${found?.slice(0, 24) ?? 'none'}…, which is not the one given here`,
    again(part, 'PUBLIC_SUPABASE_ANON_KEY as it is now'),
  );
}

function backendFinding(part: Part, { url, site }: Site, page: Answer): Finding {
  const connect = CONNECT.exec(page.text)?.[1]?.replaceAll('&#39;', "'").trim().split(/\s+/) ?? [];
  // A backend elsewhere has a socket there, or is all that a till may speak to.
  const isElsewhere = !connect.includes("'self'") || connect.some((to) => to.startsWith('ws'));
  const isOwn = new URL(site).origin === url && !isElsewhere;
  return judge(
    `backend of the ${part}`,
    isOwn || connect.includes(url),
    'this one',
    `its pages may speak to ${connect.join(' ') || 'what their policy does not say'}, not to ${url}`,
    again(part, `PUBLIC_SUPABASE_URL=${url}`),
  );
}

/** Whether it was built for this backend, this key and this address. */
export async function checkBuild(from: Site): Promise<Finding[]> {
  const { site, get } = from;
  const [first, home] = (await Promise.all(['/', routes.home.path].map(get))) as [Answer, Answer];
  const scripts = await Promise.all(hashedScripts(home).map(get));
  const canonical = /<link rel="canonical" href="([^"]+)"/.exec(first.text)?.[1] ?? 'none';
  return [
    backendFinding('site', from, first),
    keyFinding('site', from, [home, ...scripts]),
    judge(
      'canonical address',
      canonical === site || canonical.startsWith(`${site}/`),
      'this site',
      canonical,
      again('site', `SITE_URL=${site}`),
    ),
  ];
}

const SEE_TILL = 'See dist-till/_headers, dist-till/vercel.json or deploy/nginx-till.conf.';

/** Whether the stores' till is at its address. */
export async function checkTillReach({ site, get }: Site): Promise<Finding[]> {
  const page = await get('/');
  const found = `${site}/: ${described(page)}, “${titleOf(page)}”`;
  const publish = 'Publish the folder dist-till/ there, and give --till the address it is at.';
  const isFine = isWellWithPage(page) && titleOf(page) === till.title;
  return [judge('till', isFine, 'answers with its page', found, publish)];
}

/** Whether it may use the camera there, and was built for this backend and this key. */
export async function checkTillBuild(from: Site): Promise<Finding[]> {
  const page = await from.get('/');
  const allowed = page.headers.get('permissions-policy') ?? '';
  const files = [...page.text.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => path);
  return [
    judge('camera of the till', !/camera=\(\)/.test(allowed), 'allowed', allowed, SEE_TILL),
    backendFinding('till', from, page),
    keyFinding('till', from, [page, ...(await Promise.all(files.map(from.get)))]),
  ];
}

/** What the worker keeps, with the hash of each (scripts/build/precache.ts), however it is quoted. */
const KEPT =
  /"?url"?:\s*["'`]([^"'`]+)["'`],\s*"?revision"?:[^,]+,\s*"?integrity"?:\s*["'`](sha256-[^"'`]+)/g;

/** Whether the service worker can be installed, and finds every file as it was built. */
export async function checkWorker({ site, get }: Site): Promise<Finding[]> {
  const worker = await get('/worker.js');
  const type = worker.headers.get('content-type') ?? 'nothing';
  // A browser takes it only from its own address, as script.
  if (worker.status !== 200 || !/javascript/.test(type)) {
    const publish =
      'Publish all of dist/, worker.js at its root, served as text/javascript: no browser follows a redirect to it.';
    return [toMend('worker', `${described(worker)}, as ${type}`, publish)];
  }
  const kept = new Map([...worker.text.matchAll(KEPT)].map(([, at = '', hash]) => [at, hash]));
  const base = new URL(site).pathname.replace(/\/$/, '');
  const scripts = hashedScripts(await get(routes.home.path));
  const pages = [routes.splash.path, routes.login.path, routes.home.path];
  const known = [...pages, ...scripts].filter((path) => kept.has(base + path));
  const changed: string[] = [];
  let unseen = known.length === 0 ? 'the worker’s list of files can’t be read' : '';
  for (const path of known) {
    const file = await get(path);
    const hash = createHash('sha256').update(file.bytes).digest('base64');
    // The file is not another one, but can't be had now.
    if (file.failure || file.status >= 429) unseen = described(file);
    else if (`sha256-${hash}` !== kept.get(base + path)) changed.push(path);
  }
  const mend = `Nothing starts offline then. Publish all of dist/ of one build, and switch off whatever at the host changes files (minifying, “rocket loader”, hidden addresses, analytics). ${SEE_FILES}`;
  return [
    ok('worker', 'served as script'),
    unseen && changed.length === 0
      ? unknown('files as built', unseen)
      : judge(
          'files as built',
          changed.length === 0,
          `${known.length} compared`,
          `not what the worker expects: ${changed.join(', ')}`,
          mend,
        ),
  ];
}

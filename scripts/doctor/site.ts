/** Whether the site is at its address, in every page of it, as the host's rules want it. */
import { routes } from '../../src/lib/routes.ts';
import { EVERY_ANSWER, HASHED_FILES, REVALIDATED, WORKER } from '../hosts/rules.ts';
import { type Answer, ask, type Context, described, isPage } from './ask.ts';
import { type Finding, ok, toMend, unknown } from './finding.ts';

/** The site as its host gives it: each address is asked for once, however many checks look at it. */
export interface Site extends Context {
  site: string;
  /** The answer to a path of the site, as a browser asks for a page. */
  get: (path: string) => Promise<Answer>;
}

/** A host may change only what it takes for a page of a browser. */
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
export const hashedScripts = ({ text }: Answer): string[] => [
  ...new Set([...text.matchAll(/\/_astro\/[\w.-]+\.js/g)].map(([path]) => path)),
];

/** Which file says what a host has to do. */
export const HOST_FILES =
  'dist/_headers and dist/_redirects (Netlify, Cloudflare), deploy/vercel.json, or deploy/nginx.conf';

const isWellWithPage = (answer: Answer) => answer.status === 200 && isPage(answer);

export async function checkSiteReach(site: Site): Promise<Finding[]> {
  const answer = await site.get('/');
  const found = `${site.site}: ${described(answer)}`;
  if (answer.headers.has('location')) {
    const give =
      'Give --site, and SITE_URL in the build, the address that it leads to, or turn the host’s redirect round.';
    return [toMend('site', found, give)];
  }
  if (!isWellWithPage(answer)) {
    const publish =
      'Publish the folder dist/ there, and see that the name leads to the host (DNS, certificate).';
    return [toMend('site', found, publish)];
  }
  const isSafe = site.site.startsWith('https:');
  return [ok('site', 'answers with a page'), ...(isSafe ? [await plainHttp(site)] : [])];
}

/** Whoever types the name comes over plain http first. */
async function plainHttp(site: Site): Promise<Finding> {
  const answer = await ask(site, site.site.replace('https:', 'http:'));
  const found = described(answer);
  // Where nothing listens a browser tries https by itself.
  const isFine = answer.failure || answer.headers.get('location')?.startsWith('https://');
  if (isFine) return ok('plain http', found);
  const always = 'Switch “always use https” on at the host.';
  return answer.status < 400 ? toMend('plain http', found, always) : unknown('plain http', found);
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

const wrongIn = ({ headers }: Answer, names: readonly Name[] = NAMES) =>
  names.filter((name) => !saysEnough(name, headers.get(name) ?? ''));

/** What a header with a policy may say beside ours, without a word about what pages load. */
const HARMLESS = /^(frame-ancestors|upgrade-insecure-requests|block-all-mixed-content|report-)/;

/** Whether the host sends the headers that guard the pages. */
export async function checkHeaders(site: Site): Promise<Finding[]> {
  const answer = await site.get('/');
  const wrong = wrongIn(answer);
  const added = (answer.headers.get('content-security-policy') ?? '')
    .split(/[;,]/)
    .map((directive) => directive.trim())
    .filter((directive) => directive !== '' && !HARMLESS.test(directive));
  const away =
    'Take it away at the host: each page brings a policy of its own, with the hashes of what is in it, and of two policies both hold.';
  return [
    ...(wrong.length > 0 ? missing(wrong, answer) : [await headersElsewhere(site)]),
    ...(added.length > 0
      ? [toMend('policy of the host', `it adds ${added.join('; ')}`, away)]
      : []),
  ];
}

function missing(wrong: readonly Name[], { headers }: Answer): Finding[] {
  if (NAMES.every((name) => !headers.has(name))) {
    const none = `the host sends none of ours, or strips them: ${NAMES.join(', ')}`;
    const read = `It has to read ${HOST_FILES}. GitHub Pages reads no rules: put a proxy before it that adds them, or choose another host.`;
    return [toMend('headers', none, read)];
  }
  return wrong.map((name) => {
    const mend = `It is to be “${EVERY_ANSWER[name]}”: see ${HOST_FILES}.`;
    return toMend(`header ${name}`, headers.get(name) ?? 'missing', mend);
  });
}

/** A host has rules by path: what the first page is sent with, the others and files may lack. */
async function headersElsewhere({ get }: Site): Promise<Finding> {
  const files = ['/worker.js', ...hashedScripts(await get(routes.login.path)).slice(0, 1)];
  const pages = [routes.login.path, `${routes.store.path}/1`, `${routes.viewEvent.path}/1`];
  const lacking = await Promise.all(
    [...pages, ...files].map(async (path) => {
      const answer = await get(path);
      // Of a file that is none of a page's, only what it is taken for can do harm.
      const wrong = wrongIn(answer, files.includes(path) ? ['X-Content-Type-Options'] : NAMES);
      // One that is not there is another check's.
      const isThere = answer.status === 200;
      return isThere && wrong.length > 0 ? `${path} is without ${wrong.join(', ')}` : null;
    }),
  );
  const found = lacking.filter((one) => one !== null).join('; ');
  const mend = `The first page has them: a rule for these paths alone takes them away (in nginx, a location with an add_header of its own). See ${HOST_FILES}.`;
  return found ? toMend('headers', found, mend) : ok('headers', `all of ${NAMES.join(', ')}`);
}

const seconds = (control: string, name: string) =>
  Number(new RegExp(`(?:^|[\\s,])${name}=(\\d+)`).exec(control)?.[1] ?? Number.NaN);

/** Whether every copy of it is asked about before it is used, on the way too. */
const isRevalidated = (control: string) =>
  /\bno-(cache|store)\b/.test(control) ||
  (seconds(control, 'max-age') === 0 && !(seconds(control, 's-maxage') > 0));

const isKept = (control: string) => seconds(control, 'max-age') >= 2 * HALF_A_YEAR - 1;

/** Whether a new version arrives: pages and the worker are asked about, files with a hash are kept. */
export async function checkCaching({ get }: Site): Promise<Finding[]> {
  const [script = '/_astro/'] = hashedScripts(await get(routes.login.path));
  const judged = async (
    what: string,
    path: string,
    wanted: Readonly<Record<string, string>>,
    isFine: (control: string) => boolean,
  ) => {
    const { status, headers } = await get(path);
    const control = headers.get('cache-control') ?? 'no Cache-Control';
    if (status !== 200) return unknown(what, described(await get(path)));
    const mend = `It is to be “${wanted['Cache-Control']}”: see ${HOST_FILES}, and the caching rules of whatever stands before the host.`;
    return isFine(control) ? ok(what, control) : toMend(what, control, mend);
  };
  return [
    await judged('caching of pages', routes.login.path, REVALIDATED, isRevalidated),
    await judged('caching of the worker', '/worker.js', WORKER, isRevalidated),
    await judged('caching of hashed files', script, HASHED_FILES, isKept),
  ];
}

/** Nobody has a page of this name. */
const NOWHERE = '/no-such-page-of-stampcard';

const titleOf = ({ text }: Answer) => /<title>([^<]*)/.exec(text)?.[1] ?? '';

/** Whether every page has its address, and no other address has a page. */
export async function checkRoutes(site: Site): Promise<Finding[]> {
  const paths = Object.values(routes).map(({ path }) => path);
  const wrong = await Promise.all(
    paths.map(async (path) => {
      const answer = await site.get(path);
      return isWellWithPage(answer) ? null : `${path}: ${described(answer)}`;
    }),
  );
  const found = wrong.filter((one) => one !== null).join('; ');
  const all = `Publish all of dist/, and have the host serve home.html as /home, without a slash at its end: see ${HOST_FILES}.`;
  const lost = await site.get(NOWHERE);
  const isRight = lost.status === 404 && isPage(lost);
  const without = lost.status === 404 ? '404, without our page' : described(lost);
  const notFound = `They are to answer with 404.html and the status 404: see ${HOST_FILES}. An option like “single-page application” is to be off.`;
  return [
    found ? toMend('pages', found, all) : ok('pages', `all ${paths.length} answer`),
    await deepLink(site, routes.store.path, lost),
    await deepLink(site, routes.viewEvent.path, lost),
    isRight
      ? ok('unknown addresses', '404, with a page')
      : toMend('unknown addresses', without, notFound),
  ];
}

/** A store's page has its id in the address: one file for all of them. */
async function deepLink({ get }: Site, path: string, lost: Answer): Promise<Finding> {
  const what = `deep link ${path}/1`;
  const answer = await get(`${path}/1`);
  if (answer.status === 200 && titleOf(answer) === titleOf(await get(path)))
    return ok(what, 'answers');
  // Ours leads on (src/scripts/not-found.ts).
  const leadsOn = answer.text === lost.text && answer.text.includes('location.replace');
  if (answer.status === 404 && leadsOn) {
    return ok(what, '404.html answers and leads on, as on a host that reads no rules');
  }
  const found = answer.status === 200 ? `answers with “${titleOf(answer)}”` : described(answer);
  const mend = `Every address below ${path}/ is to answer with ${path}.html: see ${HOST_FILES}.`;
  return toMend(what, found, mend);
}

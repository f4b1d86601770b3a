/** Whether robots.txt, the sitemap, the pages and the manifest name the address at which the site is. */
import { described } from '../ask.ts';
import { type Finding, ok, toMend } from '../finding.ts';
import type { Site } from './open.ts';

const BUILD_AGAIN = (site: string) => `Build the site with SITE_URL=${site}, and publish it again.`;

export async function checkNamedAddresses(site: Site): Promise<Finding[]> {
  return [await robots(site), await sitemap(site), await canonical(site), await manifest(site)];
}

async function robots({ get, site }: Site): Promise<Finding> {
  const what = 'robots.txt';
  const answer = await get('/robots.txt');
  const named = /^Sitemap:\s*(\S+)/im.exec(answer.text)?.[1];
  if (answer.status === 200 && named === `${site}/sitemap-index.xml`) return ok(what, named);
  return toMend(what, named ? `names ${named}` : described(answer), BUILD_AGAIN(site));
}

const locations = (text: string) =>
  [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url ?? '');

async function sitemap({ get, site }: Site): Promise<Finding> {
  const what = 'sitemap';
  const answers = await Promise.all(['/sitemap-index.xml', '/sitemap-0.xml'].map(get));
  const odd = answers.find(({ status, text }) => status !== 200 || locations(text).length === 0);
  if (odd) return toMend(what, described(odd), 'Publish all of dist/, with its sitemap-*.xml.');
  const named = answers.flatMap(({ text }) => locations(text));
  const foreign = named.find((url) => url !== site && !url.startsWith(`${site}/`));
  return foreign === undefined
    ? ok(what, `names ${named.length - 1} pages`)
    : toMend(what, `names ${foreign}`, BUILD_AGAIN(site));
}

async function canonical({ get, site }: Site): Promise<Finding> {
  const what = 'canonical address';
  const named = /<link rel="canonical" href="([^"]+)"/.exec((await get('/')).text)?.[1];
  return named?.replace(/\/$/, '') === site
    ? ok(what, site)
    : toMend(what, named ?? 'the first page names none', BUILD_AGAIN(site));
}

async function manifest({ get, site }: Site): Promise<Finding> {
  const what = 'manifest';
  const path = '/manifest.webmanifest';
  const answer = await get(path);
  const type = answer.headers.get('content-type') ?? '';
  const said = (answer.json ?? {}) as { start_url?: unknown; scope?: unknown };
  if (answer.status !== 200 || typeof said.start_url !== 'string') {
    return toMend(what, described(answer), 'Publish all of dist/, with its manifest.webmanifest.');
  }
  if (!/json/.test(type)) {
    return toMend(
      what,
      `served as ${type}`,
      'Have the host serve .webmanifest as application/manifest+json.',
    );
  }
  const [start, scope] = [said.start_url, String(said.scope ?? './')].map((text) =>
    URL.canParse(text, site + path) ? new URL(text, site + path).href : text,
  );
  const isHere = start?.startsWith(`${site}/`) && scope === `${site}/`;
  return isHere
    ? ok(what, `starts at ${start}`)
    : toMend(what, `starts at ${start}, for ${scope}`, BUILD_AGAIN(site));
}

/** Whether the site is at its address. */
import { ask, described, isPage } from '../ask.ts';
import { type Finding, ok, toMend, unknown } from '../finding.ts';
import type { Site } from './open.ts';

const WHAT = 'site';

export async function checkSiteReach(site: Site): Promise<Finding[]> {
  const answer = await site.get('/');
  const target = answer.headers.get('location');
  if (target !== null && answer.status < 400) {
    return [
      toMend(
        WHAT,
        `${site.site} leads to ${target}`,
        'Give --site, and SITE_URL in the build, the address that it leads to, or turn the host’s redirect round.',
      ),
    ];
  }
  if (answer.status !== 200 || !isPage(answer)) {
    return [
      toMend(
        WHAT,
        `${site.site}: ${described(answer)}`,
        'Publish the folder dist/ there, and see that the name leads to the host (DNS, certificate).',
      ),
    ];
  }
  return [ok(WHAT, 'answers with a page'), ...(await plainHttp(site))];
}

/** Whoever types the name comes over plain http first. */
async function plainHttp(site: Site): Promise<Finding[]> {
  if (!site.site.startsWith('https:')) return [];
  const what = 'plain http';
  const answer = await ask(site, site.site.replace('https:', 'http:'));
  // Nothing listens there: a browser tries https by itself.
  if (answer.failure) return [ok(what, `not answered (${answer.failure})`)];
  if (answer.headers.get('location')?.startsWith('https://')) return [ok(what, 'leads to https')];
  return answer.status < 400
    ? [toMend(what, described(answer), 'Switch “always use https” on at the host.')]
    : [unknown(what, described(answer))];
}

/** Whether a new version arrives: pages and the worker are asked about, files with a hash are kept. */
import { routes } from '../../../src/lib/routes.ts';
import {
  HASHED_FILES,
  type Headers as HostHeaders,
  REVALIDATED,
  WORKER,
} from '../../hosts/rules.ts';
import { type Answer, described } from '../ask.ts';
import { type Finding, ok, toMend, unknown } from '../finding.ts';
import { HOST_FILES, hashedScripts, type Site } from './open.ts';

const A_YEAR = 31_536_000;

const seconds = (control: string, name: string) =>
  Number(new RegExp(`(?:^|[\\s,])${name}=(\\d+)`).exec(control)?.[1] ?? Number.NaN);

/** Whether every copy of it is asked about before it is used, on the way too. */
function isRevalidated(control: string): boolean {
  if (/\bno-(cache|store)\b/.test(control)) return true;
  return seconds(control, 'max-age') === 0 && !(seconds(control, 's-maxage') > 0);
}

const isKept = (control: string) => seconds(control, 'max-age') >= A_YEAR;

export async function checkCaching(site: Site): Promise<Finding[]> {
  const page = await site.get(routes.login.path);
  const [script] = hashedScripts(page);
  return [
    judged('caching of pages', page, REVALIDATED, isRevalidated),
    judged('caching of the worker', await site.get('/worker.js'), WORKER, isRevalidated),
    script === undefined
      ? unknown('caching of hashed files', `${routes.login.path} names none`)
      : judged('caching of hashed files', await site.get(script), HASHED_FILES, isKept),
  ];
}

function judged(
  what: string,
  answer: Answer,
  wanted: HostHeaders,
  isFine: (control: string) => boolean,
): Finding {
  if (answer.status !== 200) return unknown(what, described(answer));
  const control = answer.headers.get('cache-control') ?? '';
  return isFine(control)
    ? ok(what, control)
    : toMend(
        what,
        control ? `Cache-Control: ${control}` : 'no Cache-Control',
        `It is to be “${wanted['Cache-Control']}”: see ${HOST_FILES}, and the caching rules of whatever stands before the host.`,
      );
}

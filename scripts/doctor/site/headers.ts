/** Whether the host sends the headers that guard the pages (scripts/hosts/rules.ts). */
import { routes } from '../../../src/lib/routes.ts';
import { EVERY_ANSWER } from '../../hosts/rules.ts';
import type { Answer } from '../ask.ts';
import { type Finding, ok, toMend } from '../finding.ts';
import { HOST_FILES, hashedScripts, type Site } from './open.ts';

type Name = keyof typeof EVERY_ANSWER;

const WHAT = 'headers';

const HALF_A_YEAR = 15_768_000;

/** A host may word them in its own way, as long as they say no less. */
const SAYS_ENOUGH: Readonly<Record<Name, (value: string) => boolean>> = {
  'Content-Security-Policy': (value) => /frame-ancestors 'none'/.test(value),
  'X-Frame-Options': (value) => /^deny$/i.test(value),
  'X-Content-Type-Options': (value) => /^nosniff$/i.test(value),
  'Referrer-Policy': (value) =>
    /^(strict-origin-when-cross-origin|strict-origin|same-origin|no-referrer)$/i.test(value),
  'Permissions-Policy': (value) =>
    ['camera=()', 'geolocation=()'].every((one) => value.includes(one)),
  'Cross-Origin-Opener-Policy': (value) => /^same-origin/i.test(value),
  'Strict-Transport-Security': (value) =>
    Number(/max-age="?(\d+)/i.exec(value)?.[1] ?? 0) >= HALF_A_YEAR,
};

/** What a header of this name may say beside it, without a word about what pages load. */
const HARMLESS = /^(frame-ancestors|upgrade-insecure-requests|block-all-mixed-content|report-)/;

const NAMES = Object.keys(EVERY_ANSWER) as Name[];

const wrongIn = ({ headers }: Answer, names: readonly Name[] = NAMES) =>
  names.filter((name) => !SAYS_ENOUGH[name](headers.get(name) ?? ''));

export async function checkHeaders(site: Site): Promise<Finding[]> {
  const first = await site.get('/');
  const { headers } = first;
  const wrong = wrongIn(first);
  const added = (headers.get('content-security-policy') ?? '')
    .split(/[;,]/)
    .map((directive) => directive.trim())
    .filter((directive) => directive !== '' && !HARMLESS.test(directive));
  return [
    ...(wrong.length > 0 ? guards(wrong, headers) : await elsewhere(site)),
    ...(added.length > 0
      ? [
          toMend(
            'policy of the host',
            `it adds ${added.join('; ')}`,
            'Take it away at the host: each page brings a policy of its own, with the hashes of what is in it, and of two policies both hold.',
          ),
        ]
      : []),
  ];
}

/** A host has rules by path: what the first page is sent with, the others and files may lack. */
async function elsewhere(site: Site): Promise<Finding[]> {
  const login = await site.get(routes.login.path);
  const files = ['/worker.js', ...hashedScripts(login).slice(0, 1)];
  const pages = [routes.login.path, `${routes.store.path}/1`, `${routes.viewEvent.path}/1`];
  const seen = await Promise.all([
    ...pages.map(async (path) => ({ path, answer: await site.get(path), names: NAMES })),
    // Of a file that is none of a page's, only what it is taken for can do harm.
    ...files.map(async (path) => ({
      path,
      answer: await site.get(path),
      names: ['X-Content-Type-Options'] as const,
    })),
  ]);
  const lacking = seen
    // One that is not there is another check's.
    .filter(({ answer }) => answer.status === 200)
    .map(({ path, answer, names }) => ({ path, wrong: wrongIn(answer, names) }))
    .filter(({ wrong }) => wrong.length > 0);
  if (lacking.length === 0) return [ok(WHAT, `all ${NAMES.length}: ${NAMES.join(', ')}`)];
  return [
    toMend(
      WHAT,
      lacking.map(({ path, wrong }) => `${path} is without ${wrong.join(', ')}`).join('; '),
      `The first page has them: a rule for these paths alone takes them away (in nginx, a location with an add_header of its own). See ${HOST_FILES}.`,
    ),
  ];
}

function guards(wrong: readonly Name[], headers: Headers): Finding[] {
  if (NAMES.every((name) => !headers.has(name))) {
    return [
      toMend(
        WHAT,
        `the host sends none of ours, or strips them: ${NAMES.join(', ')}`,
        `It has to read ${HOST_FILES}. GitHub Pages reads no rules: put a proxy before it that adds them, or choose another host.`,
      ),
    ];
  }
  return wrong.map((name) =>
    toMend(
      `header ${name}`,
      headers.get(name) ?? 'missing',
      `It is to be “${EVERY_ANSWER[name]}”: see ${HOST_FILES}.`,
    ),
  );
}

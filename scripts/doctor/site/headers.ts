/** Whether the host sends the headers that guard the pages (scripts/hosts/rules.ts). */
import { EVERY_ANSWER } from '../../hosts/rules.ts';
import { type Finding, ok, toMend } from '../finding.ts';
import { HOST_FILES, type Site } from './open.ts';

type Name = keyof typeof EVERY_ANSWER;

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

export async function checkHeaders(site: Site): Promise<Finding[]> {
  const { headers } = await site.get('/');
  const names = Object.keys(EVERY_ANSWER) as Name[];
  const wrong = names.filter((name) => !SAYS_ENOUGH[name](headers.get(name) ?? ''));
  const added = (headers.get('content-security-policy') ?? '')
    .split(/[;,]/)
    .map((directive) => directive.trim())
    .filter((directive) => directive !== '' && !HARMLESS.test(directive));
  return [
    ...guards(names, wrong, headers),
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

function guards(names: readonly Name[], wrong: readonly Name[], headers: Headers): Finding[] {
  const what = 'headers';
  if (wrong.length === 0) return [ok(what, `all ${names.length}: ${names.join(', ')}`)];
  if (names.every((name) => !headers.has(name))) {
    return [
      toMend(
        what,
        `the host sends none of ours, or strips them: ${names.join(', ')}`,
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

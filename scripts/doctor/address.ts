/** Whether what one was given can be an address and a public key at all: before anything is asked. */
import { claimsOf, type Environment, isLoopback, readConfig } from '../../src/lib/read-config.ts';
import { type Context, dashboard } from './context.ts';
import { type Finding, ok, toMend } from './finding.ts';

/** As typed; undefined where an option is missing. */
export interface Given {
  url: string | undefined;
  key: string | undefined;
  site: string | undefined;
}

export interface Addresses {
  findings: Finding[];
  /** Null where one of them is wrong: nothing further is asked then. */
  read: Pick<Context, 'url' | 'key' | 'site'> | null;
}

/** Beside the one that is looked at, all others are fine. */
const FINE: Environment = {
  PUBLIC_SUPABASE_URL: 'https://project.example',
  PUBLIC_SUPABASE_ANON_KEY: 'sb_publishable_fine',
  SITE_URL: 'https://site.example',
  PUBLIC_MERCHANT_URL: 'https://merchants.example',
};

/** The demo of `npm start` may be looked at too: its site is on this machine as well. */
const FINE_HERE: Environment = { ...FINE, SITE_URL: 'http://localhost:4321' };

/** The sentence with which the build refuses a variable; null where it takes it. */
function refusalOf(name: string, text: string | undefined): string | null {
  const isHere = text !== undefined && URL.canParse(text) && isLoopback(new URL(text).hostname);
  try {
    readConfig({ ...(isHere ? FINE_HERE : FINE), [name]: text });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Looks at the address, the key and the site's address as the build of the site does. */
export function checkAddresses({ url, key, site }: Given): Addresses {
  const origin = refusalOf('PUBLIC_SUPABASE_URL', url) ? '' : new URL(url?.trim() ?? '').origin;
  const findings = [
    urlFinding(url, origin),
    keyFinding(key, origin),
    ...(site === undefined ? [] : [siteFinding(site)]),
  ];
  const isFine = findings.every(({ status }) => status === 'ok');
  if (!isFine) return { findings, read: null };
  const siteUrl = site === undefined ? null : asBuilt(site);
  return { findings, read: { url: origin, key: key?.trim() ?? '', site: siteUrl } };
}

const withoutSlash = (text: string) =>
  text.trim().endsWith('/') ? ', without the slash at its end' : '';

function urlFinding(url: string | undefined, origin: string): Finding {
  const what = 'address of the backend';
  const refusal = refusalOf('PUBLIC_SUPABASE_URL', url);
  if (refusal === null) return ok(what, origin + withoutSlash(url ?? ''));
  return toMend(
    what,
    refusal,
    `Give --url, and PUBLIC_SUPABASE_URL in the build, the Project URL alone (https://….supabase.co): ${dashboard({ url: '' }, 'settings/api')}`,
  );
}

/** As the build writes it into its pages: the host in small letters, no slash at the end. */
function asBuilt(site: string): string {
  const { origin, pathname } = new URL(site.trim());
  return origin + pathname.replace(/\/$/, '');
}

function siteFinding(site: string): Finding {
  const what = 'address of the site';
  const refusal = refusalOf('SITE_URL', site);
  return refusal === null
    ? ok(what, asBuilt(site) + withoutSlash(site))
    : toMend(what, refusal, 'Give --site, and SITE_URL in the build, the address that people see.');
}

function keyFinding(given: string | undefined, origin: string): Finding {
  const what = 'key';
  const key = given?.trim() ?? '';
  const page = dashboard({ url: origin }, 'settings/api-keys');
  const take = `Give --key, and PUBLIC_SUPABASE_ANON_KEY in the build, the publishable key (sb_publishable_…): ${page}`;
  const refusal = refusalOf('PUBLIC_SUPABASE_ANON_KEY', given);
  if (refusal?.includes('secret key')) {
    return toMend(
      what,
      `${refusal} It opens every table, past row security.`,
      `Rotate it now if it ever stood in a page, in a build or in a repository: make a new one, put it where the old one is used, and delete the old one: ${page}. ${take}`,
    );
  }
  if (refusal !== null) return toMend(what, refusal, take);

  const claims = claimsOf(key);
  if (claims === null) return ok(what, 'a publishable key');
  // Behind a domain of one's own the address does not say which project it is.
  const isHosted = origin.endsWith('.supabase.co');
  if (isHosted && typeof claims.ref === 'string' && !origin.includes(`//${claims.ref}.`)) {
    return toMend(what, `of the project ${claims.ref}, and the address is ${origin}`, take);
  }
  return ok(what, 'an anon key in the older form');
}

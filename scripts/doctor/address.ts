/** Whether what one was given can be an address and a public key at all: before anything is asked. */
import type { Config } from '../../src/lib/config.ts';
import { claimsOf, isLoopback, readConfig } from '../../src/lib/read-config.ts';
import { type Context, dashboard } from './ask.ts';
import { type Finding, ok, toMend } from './finding.ts';

/** As typed; undefined where an option is missing. */
export type Given = Record<'url' | 'key' | 'site', string | undefined>;

export interface Addresses {
  findings: Finding[];
  /** Null where one of them is wrong: nothing further is asked then. */
  read: Pick<Context, 'url' | 'key' | 'site'> | null;
}

/** Beside the one that is looked at, all others are fine. */
const FINE = {
  PUBLIC_SUPABASE_URL: 'https://project.example',
  PUBLIC_SUPABASE_ANON_KEY: 'sb_publishable_fine',
  SITE_URL: 'https://site.example',
  PUBLIC_MERCHANT_URL: 'https://merchants.example',
};

/** As the build of the site takes it; what it takes no form of is '', with its sentence. */
function built(variable: keyof typeof FINE, field: keyof Config, text: string | undefined) {
  // The demo of `npm start` may be looked at too: its site is on this machine as well.
  const isHere = text && URL.canParse(text) && isLoopback(new URL(text).hostname);
  const site = isHere ? 'http://localhost:4321' : FINE.SITE_URL;
  try {
    const config = readConfig({ ...FINE, SITE_URL: site, [variable]: text });
    return { value: config[field] ?? '', refusal: '' };
  } catch (error) {
    return { value: '', refusal: error instanceof Error ? error.message : String(error) };
  }
}

const URL_WANTED =
  'Give --url, and PUBLIC_SUPABASE_URL in the build, the Project URL alone (https://….supabase.co):';

/** Looks at the address, the key and the site's address as the build of the site does. */
export function checkAddresses({ url: typed, key: typedKey, site }: Given): Addresses {
  const url = built('PUBLIC_SUPABASE_URL', 'supabaseUrl', typed);
  const key = built('PUBLIC_SUPABASE_ANON_KEY', 'supabaseAnonKey', typedKey);
  const at = site === undefined ? null : built('SITE_URL', 'siteUrl', site);
  const looked = (what: string, { value, refusal }: typeof url, mend: string) =>
    refusal ? toMend(what, refusal, mend) : ok(what, value);
  const findings = [
    looked(
      'address of the backend',
      url,
      `${URL_WANTED} ${dashboard({ url: '' }, 'settings/api')}`,
    ),
    keyFinding(key.value, key.refusal, url.value),
    ...(at
      ? [
          looked(
            'address of the site',
            at,
            'Give --site, and SITE_URL in the build, what people see.',
          ),
        ]
      : []),
  ];
  const isFine = findings.every(({ status }) => status === 'ok');
  const read = { url: url.value, key: key.value, site: at?.value ?? null };
  return { findings, read: isFine ? read : null };
}

function keyFinding(key: string, refusal: string, url: string): Finding {
  const page = dashboard({ url }, 'settings/api-keys');
  const take = `Give --key, and PUBLIC_SUPABASE_ANON_KEY in the build, the publishable key (sb_publishable_…): ${page}`;
  if (refusal.includes('secret key')) {
    const rotate = `Rotate it now if it ever stood in a page, in a build or in a repository: make a new one, put it where the old one is used, and delete the old one: ${page}. ${take}`;
    return toMend('key', `${refusal} It opens every table, past row security.`, rotate);
  }
  if (refusal) return toMend('key', refusal, take);
  const project = claimsOf(key)?.ref;
  // Behind a domain of one's own the address does not say which project it is.
  if (project && url.endsWith('.supabase.co') && !url.includes(`//${project}.`)) {
    return toMend('key', `of the project ${project}, and the address is ${url}`, take);
  }
  return ok('key', claimsOf(key) ? 'an anon key in the older form' : 'a publishable key');
}

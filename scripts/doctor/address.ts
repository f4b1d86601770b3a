/** Whether what was given can be an address and a public key at all: before anything is asked. */
import { isLoopback, readConfig } from '../../src/lib/read-config.ts';
import { type Context, dashboard } from './ask.ts';
import { type Finding, ok, toMend } from './finding.ts';

/** As typed; undefined where an option is missing. */
export type Given = Record<'url' | 'key' | 'site', string | undefined>;

interface Addresses {
  finding: Finding;
  /** Null where one of them is wrong: nothing further is asked then. */
  read: Pick<Context, 'url' | 'key' | 'site'> | null;
}

/** As the build of the site takes them, or why it does not. */
export function checkAddresses({ url, key, site }: Given): Addresses {
  const what = 'addresses and key';
  // The demo of `npm start` may be looked at too: its site is on this machine as well.
  const isHere = url && URL.canParse(url) && isLoopback(new URL(url).hostname);
  try {
    const { supabaseUrl, supabaseAnonKey, siteUrl } = readConfig({
      PUBLIC_SUPABASE_URL: url,
      PUBLIC_SUPABASE_ANON_KEY: key,
      SITE_URL: site ?? (isHere ? 'http://localhost:4321' : 'https://site.example'),
      PUBLIC_MERCHANT_URL: 'https://merchants.example',
    });
    const read = { url: supabaseUrl, key: supabaseAnonKey, site: site ? siteUrl : null };
    return { finding: ok(what, 'as the build takes them'), read };
  } catch (error) {
    const refusal = error instanceof Error ? error.message : String(error);
    const rotate = refusal.includes('secret key')
      ? 'Rotate the secret key now if it ever stood in a page, in a build or in a repository. '
      : '';
    const give = `Give --url the Project URL alone (https://….supabase.co), --key the publishable key (sb_publishable_…) and --site what people see: ${dashboard({ url: url ?? '' }, 'settings/api-keys')}`;
    return { finding: toMend(what, refusal, `${rotate}${give}`), read: null };
  }
}

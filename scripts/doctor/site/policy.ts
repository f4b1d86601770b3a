/** Whether the pages' own policy and scripts are of this backend, and hold nothing secret. */
import { routes } from '../../../src/lib/routes.ts';
import type { Answer } from '../ask.ts';
import { dashboard } from '../context.ts';
import { type Finding, ok, toMend, unknown } from '../finding.ts';
import { hashedScripts, type Site } from './open.ts';

const POLICY = /<meta\s+http-equiv="content-security-policy"\s+content="([^"]*)"/i;

/** The directives of the policy that stands in a page; null without one (src/lib/content-security-policy.ts). */
function policyOf({ text }: Answer): Map<string, string[]> | null {
  const policy = POLICY.exec(text)?.[1]?.replaceAll('&#39;', "'");
  if (policy === undefined) return null;
  const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/));
  return new Map(directives.map(([name = '', ...sources]) => [name, sources]));
}

const PAGES = [routes.splash.path, routes.login.path, routes.home.path];

export async function checkPolicy(site: Site): Promise<Finding[]> {
  const findings = await Promise.all(
    PAGES.map(async (path) => judged(site, path, policyOf(await site.get(path)))),
  );
  const wrong = findings.filter(({ status }) => status === 'mend');
  if (wrong.length === 0) return [ok('policy', `of ${PAGES.join(', ')}: names this backend`)];
  // What is wrong with one page is mostly wrong with all.
  return wrong.filter(
    ({ found }, index) => wrong.findIndex((one) => one.found === found) === index,
  );
}

const PUBLISH =
  'Publish what `npm run build` has written, and switch off whatever at the host rewrites pages.';

function judged({ url, site }: Site, path: string, policy: ReturnType<typeof policyOf>): Finding {
  const what = `policy of ${path}`;
  if (policy === null) return toMend(what, 'the page has none', PUBLISH);
  const scripts = policy.get('script-src') ?? [];
  const hasHashes = scripts.some((source) => source.startsWith("'sha256-"));
  if (policy.get('default-src')?.[0] !== "'none'" || !hasHashes || scripts.includes(UNSAFE)) {
    return toMend(what, 'it lets in scripts that are not ours', PUBLISH);
  }
  const connect = policy.get('connect-src') ?? [];
  const isOwnOrigin = new URL(site).origin === url && connect.includes("'self'");
  if (isOwnOrigin || connect.includes(url)) return ok(what, 'names this backend');
  return toMend(
    what,
    `it lets the page speak to ${connect.join(' ')}, not to ${url}`,
    `The site was built for another backend. Build it with PUBLIC_SUPABASE_URL=${url}, and publish it again.`,
  );
}

const UNSAFE = "'unsafe-inline'";

const SECRET = /sb_secret_\w+/;
const PUBLISHABLE = /sb_publishable_[\w-]+/g;
const TOKEN = /eyJ[\w-]+\.(eyJ[\w-]+)\.[\w-]+/g;

const roleOf = (claims: string) =>
  /"role"\s*:\s*"(\w+)"/.exec(Buffer.from(claims, 'base64url').toString())?.[1];

/** Which key the scripts of a screen hold. */
export async function checkKeyOfSite(site: Site): Promise<Finding[]> {
  const what = 'key in the site';
  const home = await site.get(routes.home.path);
  const scripts = await Promise.all(hashedScripts(home).map((path) => site.get(path)));
  const text = [home, ...scripts].map((answer) => answer.text).join('\n');
  const tokens = [...text.matchAll(TOKEN)].map(([token, claims = '']) => ({
    token,
    role: roleOf(claims),
  }));
  const keys = dashboard(site, 'settings/api-keys');
  if (SECRET.test(text) || tokens.some(({ role }) => role === 'service_role')) {
    return [
      toMend(
        what,
        'a SECRET key: everybody who opens the site can read and write everything',
        `Rotate it now: ${keys}. Then build the site with the publishable key as PUBLIC_SUPABASE_ANON_KEY, and publish it again.`,
      ),
    ];
  }
  if (text.includes(site.key)) return [ok(what, 'the one given here')];
  const other = [...(text.match(PUBLISHABLE) ?? []), ...tokens.map(({ token }) => token)][0];
  if (other === undefined) return [unknown(what, 'none was found in its scripts')];
  return [
    toMend(
      what,
      `${other.slice(0, 24)}…, which is not the one given here`,
      `If that one is disabled or of another project, build the site with PUBLIC_SUPABASE_ANON_KEY as it is now, and publish it again: ${keys}`,
    ),
  ];
}

/** Whether a backend answers at the address, and whether people can sign in as the site offers it. */
import { routes } from '../../src/lib/routes.ts';
import { type Answer, ask, askBackend, type Context, dashboard, described, isPage } from './ask.ts';
import { type Finding, ok, toMend, unknown } from './finding.ts';

/** As the auth service says them to whoever asks (internal/api/settings.go); anything may be missing. */
const settingsOf = ({ json }: Answer): Record<string, unknown> => Object(json);
const waysOf = (answer: Answer): Record<string, unknown> | null => {
  const { external } = settingsOf(answer);
  return typeof external === 'object' ? (external as Record<string, unknown> | null) : null;
};

/** What is wrong with the whole backend, and what to do; null where it has answered with settings. */
function wrongWith(
  context: Context,
  answer: Answer,
): [what: string, found: string, mend: string] | null {
  const { status, failure, json } = answer;
  const page = (name: string) => dashboard(context, name);
  const found = described(answer);
  if (failure) {
    const compare =
      'Compare the address with the Project URL, and see whether the project is paused:';
    return ['backend', `${context.url}: ${failure}`, `${compare} ${page('settings/general')}`];
  }
  // A page with it is of something that stands before the backend, or in its place.
  if ((status === 401 || status === 403) && !isPage(answer)) {
    const copy = 'Copy the publishable key of this very project, and see that it is not disabled:';
    return [
      'key',
      `the backend does not take it (${found})`,
      `${copy} ${page('settings/api-keys')}`,
    ];
  }
  if (status === 402) {
    const billing = `A quota is used up or a bill is open: ${page('settings/billing/subscription')}`;
    return ['backend', `the project is restricted (${found})`, billing];
  }
  if (status === 540) return ['backend', 'the project is paused', `Restore it: ${page('')}`];
  const isElse = isPage(answer) || json === undefined || (status === 200 && !waysOf(answer));
  if (isElse && status < 500) {
    const came = isPage(answer)
      ? 'a web page'
      : json === undefined
        ? 'what is no JSON'
        : 'no settings of a sign-in';
    const give = `That is a site or a proxy, not the backend. Give --url the Project URL: ${page('settings/api')}`;
    return ['backend', `${context.url} answers with ${came} (HTTP ${status})`, give];
  }
  if (status === 200) return null;
  return ['backend', found, `See the project’s logs: ${page('logs/explorer')}`];
}

/** Asks for the settings of the auth service, which every backend gives to whoever has the key. */
export async function checkReach(context: Context): Promise<Finding[]> {
  const before = context.now();
  const answer = await askBackend(context, '/auth/v1/settings');
  const wrong = wrongWith(context, answer);
  if (wrong) return [toMend(...wrong)];
  return [ok('backend', 'answers, and takes the key'), clock(answer, (before + context.now()) / 2)];
}

function clock(answer: Answer, now: number): Finding {
  const date = Date.parse(answer.headers.get('date') ?? '');
  if (Number.isNaN(date)) return unknown('clock', 'the backend’s answers carry no date');
  const minutes = Math.round((now - date) / 60_000);
  // A date is rounded down to the second, and the way takes its time.
  if (Math.abs(minutes) <= 1) return ok('clock', 'the backend and this machine agree');
  return toMend(
    'clock',
    `this machine is ${Math.abs(minutes)} min ${minutes > 0 ? 'ahead of' : 'behind'} the backend`,
    'One of the two is wrong, and codes run out by the backend’s. A hosted project keeps its own clock: set this machine’s. On a server of your own see `timedatectl`, and start its time service.',
  );
}

const CONFIG = 'supabase/config.toml (`npx supabase config push`)';

/** Each setting, as the site needs it. */
export async function checkSignIn(context: Context): Promise<Finding[]> {
  const answer = await askBackend(context, '/auth/v1/settings');
  const ways = waysOf(answer);
  if (answer.status !== 200 || !ways) {
    return [unknown('sign-in', `the settings can’t be read: ${described(answer)}`)];
  }
  const settings = settingsOf(answer);
  const providers = dashboard(context, 'auth/providers');
  const others = [
    ...Object.keys(ways).filter(
      (name) => ways[name] === true && !['email', 'google', 'anonymous_users'].includes(name),
    ),
    ...['saml', 'passkeys'].filter((name) => settings[`${name}_enabled`] === true),
  ];
  const is = (what: string, isFine: boolean, fine: string, wrong: string, mend: string) =>
    isFine ? ok(what, fine) : toMend(what, wrong, mend);
  return [
    is(
      'sign-in by email',
      ways.email === true,
      'on',
      'off: nobody gets a one-time code',
      `Switch Email on: ${providers}, or [auth.email] enabled in ${CONFIG}`,
    ),
    is(
      'sign-in by Google',
      ways.google === true,
      'on',
      'off: “Continue with Google” leads to an error',
      `Switch Google on, with its client id and secret: ${providers}, or [auth.external.google] in ${CONFIG}`,
    ),
    is(
      'guests',
      (ways.anonymous_users === true) === context.guests,
      context.guests ? 'allowed' : 'not allowed',
      context.guests
        ? 'anonymous sign-ins are off, and the site offers to start without an account'
        : 'anonymous sign-ins are on, and nothing needs them',
      context.guests
        ? `Switch “Allow anonymous sign-ins” on: ${providers}, or build the site without PUBLIC_GUESTS.`
        : `Switch “Allow anonymous sign-ins” off: ${providers}. If the site is built with PUBLIC_GUESTS=true, give --guests.`,
    ),
    is(
      'other ways in',
      others.length === 0,
      'none',
      `${others.join(', ')}: the site does not offer them`,
      `Switch them off: ${providers} (passkeys: ${dashboard(context, 'auth/passkeys')})`,
    ),
    is(
      'new accounts',
      settings.disable_signup === false,
      'allowed',
      'not allowed: new customers can’t sign in',
      `Switch “Allow new users to sign up” on: ${providers}, or [auth] enable_signup in ${CONFIG}`,
    ),
    is(
      'confirmation of addresses',
      settings.mailer_autoconfirm === false,
      'asked for',
      'not asked for: an account can be made in somebody else’s name',
      `Switch “Confirm email” on: ${providers}, or [auth.email] enable_confirmations in ${CONFIG}`,
    ),
    ...(context.site === null ? [] : [await wayBack(context, context.site)]),
  ];
}

/** Whether a sign-in leads back to the site: a link that is spent says where it would have led. */
async function wayBack(context: Context, site: string): Promise<Finding> {
  const what = 'way back from a sign-in';
  const target = site + routes.home.path;
  const query = new URLSearchParams({ token: 'spent', type: 'magiclink', redirect_to: target });
  const headers = { apikey: context.key };
  const answer = await ask(context, `${context.url}/auth/v1/verify?${query}`, { headers });
  const place = answer.headers.get('location')?.replace(/[?#].*$/, '');
  // What a fresh clone has, and what stands there where SITE_URL was not set.
  if (/^(http:\/\/localhost|env\()/.test(place ?? '') && context.url.startsWith('https:')) {
    const push = `Set SITE_URL=${site}, and push the settings again (docs/deploy.md, step 5)`;
    return toMend(what, `leads to ${place}: the project has the settings of the demo`, push);
  }
  if (!place) return unknown(what, described(answer));
  if (place === target) return ok(what, `leads to ${target}`);
  return toMend(
    what,
    `leads to ${place} in place of ${target}`,
    `Set the Site URL to ${site} and add ${site}/** to the Redirect URLs: ${dashboard(context, 'auth/url-configuration')}, or [auth] site_url and additional_redirect_urls in ${CONFIG}`,
  );
}

/** Whether a backend answers at the address, and whether people can sign in as the site offers it. */
import { routes } from '../../src/lib/routes.ts';
import { type Answer, ask, askBackend, type Context, dashboard, described, isPage } from './ask.ts';
import { type Finding, judge, ok, toMend, unknown } from './finding.ts';

/** As the auth service says them to whoever asks (internal/api/settings.go); anything may be missing. */
const settingsOf = ({ json }: Answer): Record<string, unknown> => Object(json);
const waysOf = (answer: Answer): Record<string, unknown> => Object(settingsOf(answer).external);
const hasWays = (answer: Answer) => typeof settingsOf(answer).external === 'object';

/** Asks for the settings of the auth service, which every backend gives to whoever has the key. */
export async function checkReach(context: Context): Promise<Finding[]> {
  const answer = await askBackend(context, '/auth/v1/settings');
  const { status, failure } = answer;
  const page = (name: string) => dashboard(context, name);
  const found = failure ? `${context.url}: ${failure}` : described(answer);
  if (status === 200 && hasWays(answer)) return [ok('backend', 'answers, and takes the key')];
  if ([401, 403].includes(status) && !isPage(answer)) {
    const copy = `Copy the publishable key of this very project, and see that it is not disabled: ${page('settings/api-keys')}`;
    return [toMend('key', `the backend does not take it (${found})`, copy)];
  }
  if (status === 402) {
    const billing =
      'A quota is used up or a bill is open: https://supabase.com/dashboard/org/_/billing';
    return [toMend('backend', `the project is restricted (${found})`, billing)];
  }
  if (status === 540)
    return [toMend('backend', 'the project is paused', `Restore it: ${page('')}`)];
  if (status >= 500) {
    return [toMend('backend', found, `See the project’s logs: ${page('logs/explorer')}`)];
  }
  const give = `Give --url the Project URL: ${page('integrations/data_api')}. If it is that, see whether the project is paused: ${page('settings/general')}`;
  return [toMend('backend', failure ? found : `no Supabase project answers (${found})`, give)];
}

const CONFIG = 'supabase/config.toml (`npx supabase config push`)';

export async function checkSignIn(context: Context): Promise<Finding[]> {
  const answer = await askBackend(context, '/auth/v1/settings');
  if (answer.status !== 200 || !hasWays(answer)) {
    return [unknown('sign-in', `the settings can’t be read: ${described(answer)}`)];
  }
  const [settings, ways] = [settingsOf(answer), waysOf(answer)];
  const { guests, site } = context;
  const providers = dashboard(context, 'auth/providers');
  const offered = ['email', 'google', 'anonymous_users'];
  const others = Object.keys(ways).filter((name) => ways[name] === true && !offered.includes(name));
  const needed = [
    {
      what: 'sign-in by email',
      isOn: ways.email === true,
      without: 'nobody gets a code',
      entry: 'Email on: [auth.email] enabled',
    },
    {
      what: 'sign-in by Google',
      isOn: ways.google === true,
      without: 'its button leads to an error',
      entry: 'Google on, with its client id and secret: [auth.external.google]',
    },
    {
      what: 'new accounts',
      isOn: settings.disable_signup === false,
      without: 'new customers can’t sign in',
      entry: '“Allow new users to sign up” on: [auth] enable_signup',
    },
    {
      what: 'confirmation of addresses',
      isOn: settings.mailer_autoconfirm === false,
      without: 'an account can be made in somebody else’s name',
      entry: '“Confirm email” on: [auth.email] enable_confirmations',
    },
  ];
  return [
    ...needed.map(({ what, isOn, without, entry }) =>
      judge(what, isOn, 'on', `off: ${without}`, `Switch ${entry} in ${CONFIG}, or ${providers}`),
    ),
    judge(
      'guests',
      (ways.anonymous_users === true) === guests,
      guests ? 'allowed' : 'not allowed',
      `anonymous sign-ins are ${guests ? 'off, and the site offers them' : 'on, and nothing needs them'}`,
      `Switch “Allow anonymous sign-ins” ${guests ? 'on' : 'off'}: ${providers}. Give --guests if the site is built with PUBLIC_GUESTS=true.`,
    ),
    judge(
      'other ways in',
      others.length === 0,
      'none',
      `${others.join(', ')}: the site does not offer them`,
      `Switch them off: ${providers}`,
    ),
    ...(site === null ? [] : [await wayBack(context, site)]),
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
  const set = `Set the Site URL to ${site} and add ${site}/** to the Redirect URLs: ${dashboard(context, 'auth/url-configuration')}, or [auth] site_url and additional_redirect_urls in ${CONFIG}`;
  const wrong = `leads to ${place} in place of ${target}`;
  return judge(what, place === target, `leads to ${target}`, wrong, set);
}

/**
 * Whether a backend answers at the address, and whether people can sign in as the site offers it: with a
 * code that comes by mail, into a session that really ends when it is ended.
 */
import { routes } from '../../src/lib/routes.ts';
import {
  type Answer,
  askBackend,
  type Context,
  codeOf,
  copyKey,
  dashboard,
  described,
  isPage,
  messageOf,
  SEE_BILLING,
} from './ask.ts';
import { type Finding, judge, ok, toMend, unknown } from './finding.ts';
import { checkOwnChannel } from './services.ts';

/** As the auth service tells anyone who asks (internal/api/settings.go); anything may be missing. */
const settingsOf = ({ json }: Answer): Record<string, unknown> => Object(json);
const waysOf = (answer: Answer): Record<string, unknown> => Object(settingsOf(answer).external);
const hasWays = (answer: Answer) => typeof settingsOf(answer).external === 'object';

const ASK_LATER = 'Wait a minute and ask again.';

/** Asks for the settings of the auth service, which every backend gives to anyone with the key. */
export async function checkReach(context: Context): Promise<Finding[]> {
  const answer = await askBackend(context, '/auth/v1/settings');
  const { status, failure } = answer;
  const page = (name: string) => dashboard(context, name);
  const found = failure ? `${context.url}: ${failure}` : described(answer);
  if (status === 200 && hasWays(answer)) return [ok('backend', 'answers, and takes the key')];
  if ([401, 403].includes(status) && !isPage(answer)) {
    return [toMend('key', `the backend does not take it (${found})`, copyKey(context))];
  }
  if (status === 402) {
    return [toMend('backend', `the project is restricted (${found})`, SEE_BILLING)];
  }
  if (status === 540)
    return [toMend('backend', 'the project is paused', `Restore it: ${page('')}`)];
  if (status === 429) return [toMend('backend', found, ASK_LATER)];
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
    ...(ways.google === true ? [await googlesClient(context)] : []),
    ...(site === null ? [] : [await wayBack(context, site)]),
  ];
}

/** Whether Google is told who asks: a push without that setting left the variable's name in its place. */
async function googlesClient(context: Context): Promise<Finding> {
  const what = 'client of Google';
  const answer = await askBackend(context, '/auth/v1/authorize?provider=google');
  const target = answer.headers.get('location');
  const isMissing = /missing OAuth/.test(messageOf(answer));
  if (target === null && !isMissing) return unknown(what, described(answer));
  const isSet = target !== null && !/client_id=env\b/.test(target);
  const found = target ? 'Google is told “env(GOOGLE_CLIENT_ID)”' : described(answer);
  const push =
    'Set GOOGLE_CLIENT_ID and GOOGLE_SECRET in supabase/.env, and push the settings again (docs/deploy.md, step 5)';
  return judge(what, isSet, 'set', found, push);
}

/** Whether a sign-in leads back to the site: a used link says where it would have led. */
async function wayBack(context: Context, site: string): Promise<Finding> {
  const what = 'way back from a sign-in';
  const target = site + routes.home.path;
  const query = new URLSearchParams({ token: 'spent', type: 'magiclink', redirect_to: target });
  const answer = await askBackend(context, `/auth/v1/verify?${query}`);
  const place = answer.headers.get('location')?.replace(/[?#].*$/, '');
  // What a fresh clone has, and what is there if SITE_URL was not set.
  if (/^(http:\/\/localhost|env\()/.test(place ?? '') && context.url.startsWith('https:')) {
    const push = `Set SITE_URL=${site}, and push the settings again (docs/deploy.md, step 5)`;
    return toMend(what, `leads to ${place}: the project has the settings of the demo`, push);
  }
  if (!place) return unknown(what, described(answer));
  const set = `Set the Site URL to ${site} and add ${site}/** to the Redirect URLs: ${dashboard(context, 'auth/url-configuration')}, or [auth] site_url and additional_redirect_urls in ${CONFIG}`;
  const wrong = `leads to ${place} instead of ${target}`;
  return judge(what, place === target, `leads to ${target}`, wrong, set);
}

const MAIL = 'mail with the code';

const post = (context: Context, path: string, body: object) =>
  askBackend(context, path, { method: 'POST', body: JSON.stringify(body) });

/** Sends a code to the given address, and asks the person at the terminal what came. */
export async function checkMail(context: Context): Promise<Finding[]> {
  const { email, askPerson } = context;
  if (email === null) return [];
  const templates = dashboard(context, 'auth/templates');
  const look = `Run the doctor in a terminal, or ask for a code on the site’s /login and look whether the mail holds six digits: {{ .Token }} in ${templates}`;
  if (askPerson === null) return [unknown(MAIL, 'not asked for: nobody can type the code', look)];
  const sent = await post(context, '/auth/v1/otp', { email, create_user: true });
  if (sent.status !== 200) return [notSent(context, sent)];
  const typed = await askPerson(
    `A mail is on its way to ${email}. Type the code that it holds, or press Enter if it holds none: `,
  );
  if (typed === null) return [unknown(MAIL, 'sent, and nobody typed the code', look)];
  const code = typed.replace(/\s/g, '');
  const both = `Put {{ .Token }} into both “Magic link” and “Confirm sign up”, as in supabase/templates/login-code.html, and set [auth.email] otp_length to 6 in supabase/config.toml: ${templates}, or \`npx supabase config push\``;
  if (!/^\d{6}$/.test(code)) {
    const held = /^\d+$/.test(code) ? `${code.length} digits` : 'no code, only a link';
    return [toMend(MAIL, `it holds ${held}, and the site asks for six digits`, both)];
  }
  const verified = await post(context, '/auth/v1/verify', { email, token: code, type: 'email' });
  const token: unknown = Object(verified.json).access_token;
  if (verified.status !== 200 || typeof token !== 'string') {
    const again = `Run the doctor again with the newest mail’s code, within ten minutes. If that is not taken either: ${both}`;
    return [toMend(MAIL, `its six digits are not taken (${described(verified)})`, again)];
  }
  return [
    ok(MAIL, 'it holds six digits, and they sign in'),
    await checkOwnChannel(context, token),
    await endedSession(context, token),
  ];
}

function notSent(context: Context, answer: Answer): Finding {
  const found = `none was sent (${described(answer)})`;
  if (codeOf(answer) === 'captcha_failed') {
    return unknown(
      MAIL,
      found,
      'No command passes a CAPTCHA: ask for a code on the site’s /login.',
    );
  }
  if (answer.status === 429) return unknown(MAIL, found, ASK_LATER);
  if (['validation_failed', 'email_address_invalid'].includes(codeOf(answer))) {
    return toMend(MAIL, found, 'Give --email one address, at which you read your mail.');
  }
  const pages = ['auth/smtp', 'auth/providers', 'logs/auth-logs'].map((page) =>
    dashboard(context, page),
  );
  return toMend(
    MAIL,
    found,
    `Without your own SMTP server, only the project’s team gets mail. Check its settings, the sign-in by email, and the log: ${pages.join(', ')}`,
  );
}

/** Leaves no session behind, and checks whether its token opens anything after that. */
async function endedSession(context: Context, token: string): Promise<Finding> {
  const what = 'ended sessions';
  const headers = { authorization: `Bearer ${token}` };
  const read = () => askBackend(context, '/rest/v1/stores?select=id&limit=1', { headers });
  const before = await read();
  const ended = await askBackend(context, '/auth/v1/logout?scope=local', {
    method: 'POST',
    headers,
  });
  // A session that opened nothing before its end says nothing about it.
  if (before.status !== 200) {
    const compare = `If the database does not take what the auth service has just signed, compare their clocks, and the keys of the two: ${dashboard(context, 'settings/jwt')}`;
    return toMend('new sessions', `open nothing (${described(before)})`, compare);
  }
  const after = await read();
  if (ended.status !== 204 || ![200, 401].includes(after.status)) {
    return unknown(what, described(ended.status === 204 ? after : ended));
  }
  return judge(
    what,
    after.status === 401,
    'open nothing',
    'still read the tables, until their token runs out',
    `PostgREST does not ask refuse_ended_session(): run \`alter role authenticator set pgrst.db_pre_request = 'public.refuse_ended_session'; notify pgrst, 'reload config'\`: ${dashboard(context, 'sql/new')} (docs/decisions/ended-sessions.md)`,
  );
}

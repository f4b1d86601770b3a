/** Whether people can sign in, in the ways that the site offers and in no other. */
import { routes } from '../../src/lib/routes.ts';
import { ask, askBackend, described } from './ask.ts';
import { type Context, dashboard } from './context.ts';
import { type Finding, ok, toMend, unknown } from './finding.ts';

/** As the auth service says them to whoever asks (internal/api/settings.go); anything may be missing. */
export interface Settings {
  external?: Record<string, unknown>;
  disable_signup?: unknown;
  mailer_autoconfirm?: unknown;
  saml_enabled?: unknown;
  passkeys_enabled?: unknown;
}

const CONFIG = 'supabase/config.toml (`npx supabase config push`)';

/** Each setting, as the site needs it. */
export async function checkSignIn(context: Context): Promise<Finding[]> {
  const answer = await askBackend(context, '/auth/v1/settings');
  const settings = answer.json as Settings | null | undefined;
  const external = settings?.external;
  if (answer.status !== 200 || typeof external !== 'object' || external === null) {
    return [unknown('sign-in', `the settings can’t be read: ${described(answer)}`)];
  }
  const providers = dashboard(context, 'auth/providers');
  const others = Object.keys(external).filter(
    (name) => external[name] === true && !OFFERED.includes(name),
  );
  if (settings?.saml_enabled === true) others.push('saml');
  if (settings?.passkeys_enabled === true) others.push('passkeys');
  const is = (what: string, fine: boolean, found: [fine: string, not: string], mend: string) =>
    fine ? ok(what, found[0]) : toMend(what, found[1], mend);
  return [
    is(
      'sign-in by email',
      external.email === true,
      ['on', 'off: nobody gets a one-time code'],
      `Switch Email on: ${providers}, or [auth.email] enabled in ${CONFIG}`,
    ),
    is(
      'sign-in by Google',
      external.google === true,
      ['on', 'off: “Continue with Google” leads to an error'],
      `Switch Google on, with its client id and secret: ${providers}, or [auth.external.google] in ${CONFIG}`,
    ),
    guests(context, external.anonymous_users === true),
    is(
      'other ways in',
      others.length === 0,
      ['none', `${others.join(', ')}: the site does not offer them`],
      `Switch them off: ${providers} (passkeys: ${dashboard(context, 'auth/passkeys')})`,
    ),
    is(
      'new accounts',
      settings?.disable_signup === false,
      ['allowed', 'not allowed: new customers can’t sign in'],
      `Switch “Allow new users to sign up” on: ${providers}, or [auth] enable_signup in ${CONFIG}`,
    ),
    is(
      'confirmation of addresses',
      settings?.mailer_autoconfirm === false,
      ['asked for', 'not asked for: an account can be made in somebody else’s name'],
      `Switch “Confirm email” on: ${providers}, or [auth.email] enable_confirmations in ${CONFIG}`,
    ),
    ...(await redirects(context)),
  ];
}

const OFFERED = ['email', 'google', 'anonymous_users'];

function guests(context: Context, areAllowed: boolean): Finding {
  const what = 'guests';
  if (areAllowed === context.guests) return ok(what, areAllowed ? 'allowed' : 'not allowed');
  const providers = dashboard(context, 'auth/providers');
  return areAllowed
    ? toMend(
        what,
        'anonymous sign-ins are on, and nothing needs them',
        `Switch “Allow anonymous sign-ins” off: ${providers}. If the site is built with PUBLIC_GUESTS=true, give --guests.`,
      )
    : toMend(
        what,
        'anonymous sign-ins are off, and the site offers to start without an account',
        `Switch “Allow anonymous sign-ins” on: ${providers}, or build the site without PUBLIC_GUESTS.`,
      );
}

/** Whether a sign-in leads back to the site: a link that is spent says where it would have led. */
async function redirects(context: Context): Promise<Finding[]> {
  if (context.site === null) return [];
  const what = 'way back from a sign-in';
  const target = context.site + routes.home.path;
  const query = new URLSearchParams({ token: 'spent', type: 'magiclink', redirect_to: target });
  const answer = await ask(context, `${context.url}/auth/v1/verify?${query}`, {
    headers: { apikey: context.key },
  });
  const place = answer.headers.get('location')?.replace(/[?#].*$/, '');
  if (!place) return [unknown(what, described(answer))];
  if (place === target) return [ok(what, `leads to ${target}`)];
  return [
    toMend(
      what,
      `leads to ${place} in place of ${target}`,
      `Set the Site URL to ${context.site} and add ${context.site}/** to the Redirect URLs: ${dashboard(context, 'auth/url-configuration')}, or [auth] site_url and additional_redirect_urls in ${CONFIG}`,
    ),
  ];
}

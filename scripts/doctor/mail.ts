/** Whether the mail holds a code to type, and whether a session ends when it is ended. */
import { CLOCK_CODE } from '../../src/lib/data/data-error.ts';
import { type Answer, askBackend, type Context, codeOf, dashboard, described } from './ask.ts';
import { type Finding, ok, toMend, unknown } from './finding.ts';

const WHAT = 'mail with the code';

const post = (context: Context, path: string, body: object) =>
  askBackend(context, path, { method: 'POST', body: JSON.stringify(body) });

/** Sends a code to the address that was given, and asks whoever sits there what came. */
export async function checkMail(context: Context): Promise<Finding[]> {
  const { email, askPerson } = context;
  if (email === null) return [];
  const templates = dashboard(context, 'auth/templates');
  const look = `Run the doctor in a terminal, or ask for a code on the site’s /login and look whether the mail holds six digits: {{ .Token }} in ${templates}`;
  if (askPerson === null) {
    return [unknown(WHAT, 'not asked for: nobody is there to type the code', look)];
  }
  const sent = await post(context, '/auth/v1/otp', { email, create_user: true });
  if (sent.status !== 200) return [notSent(context, sent)];
  const typed = await askPerson(
    `A mail is on its way to ${email}. Type the code that it holds, or press Enter if it holds none: `,
  );
  if (typed === null) return [unknown(WHAT, 'sent, and nobody typed the code', look)];
  const code = typed.replace(/\s/g, '');
  if (!/^\d{4,10}$/.test(code)) {
    const put =
      'Put {{ .Token }} into both “Magic link” and “Confirm signup”, as in supabase/templates/login-code.html:';
    const push = '`npx supabase config push`';
    return [toMend(WHAT, 'it holds no code, only a link', `${put} ${templates}, or ${push}`)];
  }
  if (code.length !== 6) {
    const set = `Set “Email OTP length” to 6: ${dashboard(context, 'auth/providers')}`;
    const config = '[auth.email] otp_length in supabase/config.toml (`npx supabase config push`)';
    const found = `it holds ${code.length} digits, and the site asks for six`;
    return [toMend(WHAT, found, `${set}, or ${config}`)];
  }
  const verified = await post(context, '/auth/v1/verify', { email, token: code, type: 'email' });
  const token: unknown = Object(verified.json).access_token;
  if (verified.status !== 200 || typeof token !== 'string') {
    const found = `it holds six digits, and they are not taken (${described(verified)})`;
    const both = `Were they typed as they stand there, within ten minutes? If so, see that both templates have {{ .Token }}: ${templates}`;
    return [toMend(WHAT, found, both)];
  }
  return [ok(WHAT, 'it holds six digits, and they sign in'), await endedSession(context, token)];
}

/** What a refusal to send can't tell of the project, by its code. */
const NOT_SEEN: Readonly<Record<string, string>> = {
  captcha_failed:
    'No command passes a CAPTCHA. Ask for a code on the site’s /login, which has to be built with PUBLIC_CAPTCHA_PROVIDER, and look whether the mail holds six digits.',
  over_email_send_rate_limit:
    'Wait a minute and ask again. Without an SMTP server of your own two mails an hour are sent.',
  over_request_rate_limit: 'Wait a minute and ask again.',
  // Of an address of nobody's, example.com among them.
  validation_failed: 'Give --email an address of yours, as it stands in a mail.',
  email_address_invalid: 'Give --email an address of yours, as it stands in a mail.',
};

function notSent(context: Context, answer: Answer): Finding {
  const code = codeOf(answer);
  const found = `none was sent (${described(answer)})`;
  if (NOT_SEEN[code]) return unknown(WHAT, found, NOT_SEEN[code]);
  const smtp = dashboard(context, 'auth/smtp');
  if (code === 'email_address_not_authorized') {
    const team = 'The project’s own mailer writes to its team only. Set an SMTP server:';
    return toMend(WHAT, found, `${team} ${smtp}`);
  }
  if (['otp_disabled', 'signup_disabled', 'email_provider_disabled'].includes(code)) {
    const allow = 'Allow sign-in by email, and new accounts:';
    return toMend(WHAT, found, `${allow} ${dashboard(context, 'auth/providers')}`);
  }
  const look = 'Look at the SMTP server, and at the auth service’s log:';
  return toMend(WHAT, found, `${look} ${smtp}, ${dashboard(context, 'logs/auth-logs')}`);
}

/** Leaves no session behind, and looks whether its token opens anything after that. */
async function endedSession(context: Context, token: string): Promise<Finding> {
  const what = 'ended sessions';
  const headers = { authorization: `Bearer ${token}` };
  const read = () => askBackend(context, '/rest/v1/stores?select=id&limit=1', { headers });
  const before = await read();
  const logOut = { method: 'POST', headers };
  const ended = await askBackend(context, '/auth/v1/logout?scope=local', logOut);
  // What opened nothing before its end says nothing of it.
  if (before.status === 401 || codeOf(before) === CLOCK_CODE) {
    const compare = `The database does not take what the auth service has just signed: compare their clocks, and the keys of the two: ${dashboard(context, 'settings/jwt')}`;
    return toMend('new sessions', `open nothing (${described(before)})`, compare);
  }
  if (before.status !== 200) return unknown('new sessions', described(before));
  if (ended.status !== 204) return unknown(what, `the log-out failed: ${described(ended)}`);
  const answer = await read();
  if (answer.status === 401) return ok(what, 'open nothing');
  if (answer.status !== 200) return unknown(what, described(answer));
  return toMend(
    what,
    'still read the tables, until their token runs out',
    `PostgREST does not ask refuse_ended_session(): run \`alter role authenticator set pgrst.db_pre_request = 'public.refuse_ended_session'; notify pgrst, 'reload config'\`: ${dashboard(context, 'sql/new')} (docs/decisions/ended-sessions.md)`,
  );
}

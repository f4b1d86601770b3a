/** Whether the mail holds a code to type, and whether a session ends when it is ended. */
import { type Answer, askBackend, codeOf, described } from './ask.ts';
import { type Context, dashboard } from './context.ts';
import { type Finding, ok, toMend, unknown } from './finding.ts';

const WHAT = 'mail with the code';
const TEMPLATE = 'supabase/templates/login-code.html';

const post = (context: Context, path: string, body: object) =>
  askBackend(context, path, { method: 'POST', body: JSON.stringify(body) });

/** Sends a code to the address that was given, and asks whoever sits there what came. */
export async function checkMail(context: Context): Promise<Finding[]> {
  const { email, askPerson } = context;
  if (email === null) return [];
  if (askPerson === null)
    return [notTyped(context, 'not asked for: nobody is there to type the code')];
  const sent = await post(context, '/auth/v1/otp', { email, create_user: true });
  if (sent.status !== 200) return [notSent(context, sent)];
  const typed = await askPerson(
    `A mail is on its way to ${email}. Type the code that it holds, or press Enter if it holds none: `,
  );
  if (typed === null) return [notTyped(context, 'sent, and nobody typed the code')];
  const code = typed.replace(/\s/g, '');
  if (!/^\d{6}$/.test(code)) return [notSixDigits(context, code)];
  const verified = await post(context, '/auth/v1/verify', { email, token: code, type: 'email' });
  const token = tokenOf(verified);
  if (token === null) {
    return [
      toMend(
        WHAT,
        `it holds six digits, and they are not taken (${described(verified)})`,
        `Were they typed as they stand there, within ten minutes? If so, see that both templates have {{ .Token }}: ${dashboard(context, 'auth/templates')}`,
      ),
    ];
  }
  return [ok(WHAT, 'it holds six digits, and they sign in'), await endedSession(context, token)];
}

const notTyped = (context: Context, why: string): Finding =>
  unknown(
    WHAT,
    why,
    `Run the doctor in a terminal, or ask for a code on the site’s /login and look whether the mail holds six digits: {{ .Token }} in ${dashboard(context, 'auth/templates')}`,
  );

function notSent(context: Context, answer: Answer): Finding {
  const found = `none was sent (${described(answer)})`;
  switch (codeOf(answer)) {
    case 'captcha_failed':
      return unknown(
        WHAT,
        'the project asks for a CAPTCHA, which no command can pass',
        'Ask for a code on the site’s /login, which has to be built with PUBLIC_CAPTCHA_PROVIDER, and look whether the mail holds six digits.',
      );
    case 'over_email_send_rate_limit':
    case 'over_request_rate_limit':
      return unknown(
        WHAT,
        found,
        'Wait a minute and ask again. Without an SMTP server of your own two mails an hour are sent.',
      );
    // Of an address of nobody's, example.com among them.
    case 'validation_failed':
    case 'email_address_invalid':
      return unknown(WHAT, found, 'Give --email an address of yours, as it stands in a mail.');
    case 'email_address_not_authorized':
      return toMend(
        WHAT,
        found,
        `The project’s own mailer writes to its team only. Set an SMTP server: ${dashboard(context, 'auth/smtp')}`,
      );
    case 'otp_disabled':
    case 'signup_disabled':
    case 'email_provider_disabled':
      return toMend(
        WHAT,
        found,
        `Allow sign-in by email, and new accounts: ${dashboard(context, 'auth/providers')}`,
      );
    default:
      return toMend(
        WHAT,
        found,
        `Look at the SMTP server, and at the auth service’s log: ${dashboard(context, 'auth/smtp')}, ${dashboard(context, 'logs/auth-logs')}`,
      );
  }
}

function notSixDigits(context: Context, code: string): Finding {
  const templates = dashboard(context, 'auth/templates');
  return /^\d{4,10}$/.test(code)
    ? toMend(
        WHAT,
        `it holds ${code.length} digits, and the site asks for six`,
        `Set “Email OTP length” to 6: ${dashboard(context, 'auth/providers')}, or [auth.email] otp_length in supabase/config.toml (\`npx supabase config push\`)`,
      )
    : toMend(
        WHAT,
        'it holds no code, only a link',
        `Put {{ .Token }} into both “Magic link” and “Confirm signup”, as in ${TEMPLATE}: ${templates}, or \`npx supabase config push\``,
      );
}

function tokenOf({ status, json }: Answer): string | null {
  if (status !== 200 || typeof json !== 'object' || json === null) return null;
  const token = Reflect.get(json, 'access_token');
  return typeof token === 'string' ? token : null;
}

/** Leaves no session behind, and looks whether its token opens anything after that. */
async function endedSession(context: Context, token: string): Promise<Finding> {
  const what = 'ended sessions';
  const headers = { authorization: `Bearer ${token}` };
  const read = () => askBackend(context, '/rest/v1/stores?select=id&limit=1', { headers });
  const before = await read();
  const ended = await askBackend(context, '/auth/v1/logout?scope=local', {
    method: 'POST',
    headers,
  });
  // What opened nothing before its end says nothing of it.
  if (before.status !== 200) return unseenSession(context, before);
  if (ended.status !== 204) return unknown(what, `the log-out failed: ${described(ended)}`);
  const answer = await read();
  if (answer.status === 401) return ok(what, 'open nothing');
  return answer.status === 200
    ? toMend(
        what,
        'still read the tables, until their token runs out',
        `PostgREST does not ask refuse_ended_session(): run \`alter role authenticator set pgrst.db_pre_request = 'public.refuse_ended_session'; notify pgrst, 'reload config'\`: ${dashboard(context, 'sql/new')} (docs/decisions/ended-sessions.md)`,
      )
    : unknown(what, described(answer));
}

function unseenSession(context: Context, answer: Answer): Finding {
  const what = 'new sessions';
  return answer.status === 401
    ? toMend(
        what,
        `open nothing (${described(answer)})`,
        `The database does not take what the auth service has just signed: compare their clocks, and the keys of the two: ${dashboard(context, 'settings/jwt')}`,
      )
    : unknown(what, described(answer));
}

/** Whether the mail holds a code to type, and whether a session ends when it is ended. */
import { type Answer, askBackend, type Context, codeOf, dashboard, described } from './ask.ts';
import { type Finding, judge, ok, toMend, unknown } from './finding.ts';
import { checkOwnChannel } from './live.ts';

const WHAT = 'mail with the code';

const post = (context: Context, path: string, body: object) =>
  askBackend(context, path, { method: 'POST', body: JSON.stringify(body) });

/** Sends a code to the address that was given, and asks whoever sits there what came. */
export async function checkMail(context: Context): Promise<Finding[]> {
  const { email, askPerson } = context;
  if (email === null) return [];
  const templates = dashboard(context, 'auth/templates');
  const look = `Run the doctor in a terminal, or ask for a code on the site’s /login and look whether the mail holds six digits: {{ .Token }} in ${templates}`;
  if (askPerson === null) return [unknown(WHAT, 'not asked for: nobody can type the code', look)];
  const sent = await post(context, '/auth/v1/otp', { email, create_user: true });
  if (sent.status !== 200) return [notSent(context, sent)];
  const typed = await askPerson(
    `A mail is on its way to ${email}. Type the code that it holds, or press Enter if it holds none: `,
  );
  if (typed === null) return [unknown(WHAT, 'sent, and nobody typed the code', look)];
  const code = typed.replace(/\s/g, '');
  const both = `Put {{ .Token }} into both “Magic link” and “Confirm sign up”, as in supabase/templates/login-code.html, and set [auth.email] otp_length to 6 in supabase/config.toml: ${templates}, or \`npx supabase config push\``;
  if (!/^\d{6}$/.test(code)) {
    const held = /^\d+$/.test(code) ? `${code.length} digits` : 'no code, only a link';
    return [toMend(WHAT, `it holds ${held}, and the site asks for six digits`, both)];
  }
  const verified = await post(context, '/auth/v1/verify', { email, token: code, type: 'email' });
  const token: unknown = Object(verified.json).access_token;
  if (verified.status !== 200 || typeof token !== 'string') {
    return [toMend(WHAT, `its six digits are not taken (${described(verified)})`, both)];
  }
  return [
    ok(WHAT, 'it holds six digits, and they sign in'),
    await checkOwnChannel(context, token),
    await endedSession(context, token),
  ];
}

function notSent(context: Context, answer: Answer): Finding {
  const found = `none was sent (${described(answer)})`;
  if (codeOf(answer) === 'captcha_failed') {
    return unknown(
      WHAT,
      found,
      'No command passes a CAPTCHA: ask for a code on the site’s /login.',
    );
  }
  if (answer.status === 429) return unknown(WHAT, found, 'Wait a minute and ask again.');
  const pages = ['auth/smtp', 'auth/providers', 'logs/auth-logs'].map((page) =>
    dashboard(context, page),
  );
  return toMend(
    WHAT,
    found,
    `Without an SMTP server of your own only the project’s team gets mail. Look at it, at the sign-in by email, and at the log: ${pages.join(', ')}`,
  );
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

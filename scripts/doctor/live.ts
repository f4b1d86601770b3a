/** Whether Realtime pushes to customers, to each what is theirs (docs/decisions/noticing-a-scan.md). */
import { socketAddress } from '../../src/lib/domain/socket-address.ts';
import { parsedJson } from '../command.ts';
import { type Context, dashboard } from './ask.ts';
import { DB_PUSH, NOBODY } from './expected.ts';
import { type Finding, judge, ok, toMend, unknown } from './finding.ts';

const WHAT = 'pushing to customers';
const POLICY = 'the policy at the end of supabase/schemas/55_live.sql';

/** Empty where the channel may be heard, else what was said against it, or why nothing was. */
interface Answer {
  refusal: string;
  /** Realtime itself has answered. */
  isSaid: boolean;
}

/** Asks for a customer's channel, and leaves it. @param token whose; null: a stranger's */
function join(
  { url, key, openSocket, deadlineMs }: Context,
  session: string,
  token: string | null,
): Promise<Answer> {
  const topic = `realtime:session:${session}`;
  const socket = openSocket(`${socketAddress(url)}?apikey=${key}&vsn=1.0.0`);
  const answer = new Promise<Answer>((resolve) => {
    const none = (refusal: string) => () => resolve({ refusal, isSaid: false });
    AbortSignal.timeout(deadlineMs).onabort = none(`no answer within ${deadlineMs / 1000} s`);
    socket.onerror = socket.onclose = none('no connection');
    socket.onopen = () => {
      const payload = { config: { private: true }, access_token: token ?? key };
      socket.send(JSON.stringify({ topic, event: 'phx_join', payload, ref: '1', join_ref: '1' }));
    };
    socket.onmessage = ({ data }) => {
      const said = Object(Object(parsedJson(String(data))).payload);
      const refusal =
        said.status === 'ok' ? '' : String(Object(said.response).reason ?? 'no reason');
      resolve({ refusal, isSaid: true });
    };
  });
  return answer.finally(() => socket.close());
}

const isForbidden = ({ refusal }: Answer) => /unauthorized|permission|jwt/i.test(refusal);

export async function checkLive(context: Context): Promise<Finding[]> {
  const answer = await join(context, NOBODY, null);
  if (isForbidden(answer)) return [ok(WHAT, 'Realtime answers, and refuses a stranger')];
  const settings = dashboard(context, 'realtime/settings');
  if (answer.refusal === '') {
    const mend = `Compare the policies of realtime.messages with ${POLICY}: ${dashboard(context, 'realtime/policies')}`;
    return [toMend(WHAT, 'a stranger hears what is a customer’s', mend)];
  }
  const found = `${answer.refusal}: open codes ask every 1.2 s in its place`;
  return [toMend(WHAT, found, `Switch Realtime on: ${settings}`)];
}

const sessionOf = (token: string): string => {
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return String(JSON.parse(claims).session_id);
};

/** Whether somebody who is signed in hears what is theirs, and not what is another's. */
export async function checkOwnChannel(context: Context, token: string): Promise<Finding> {
  const what = 'channel of a customer';
  const [own, foreign] = [
    await join(context, sessionOf(token), token),
    await join(context, NOBODY, token),
  ];
  if (!own.isSaid || !foreign.isSaid) return unknown(what, own.refusal || foreign.refusal);
  const sql = `Run ${POLICY} once more, since a project without Realtime was given none: ${dashboard(context, 'sql/new')}. ${DB_PUSH}`;
  if (own.refusal !== '') return toMend(what, `their own is refused (${own.refusal})`, sql);
  return judge(
    what,
    isForbidden(foreign),
    'hears their own, and no other',
    'hears another’s',
    `Keep only ${POLICY}: ${dashboard(context, 'realtime/policies')}`,
  );
}

/**
 * Whether photos are kept for all to see, reminders sent and customers told what is theirs, and a stranger
 * can do none of it.
 */
import { socketAddress } from '../../src/lib/domain/socket-address.ts';
import { claimsOf } from '../../src/lib/read-config.ts';
import { type Answer, askBackend, type Context, dashboard, described } from './ask.ts';
import { DB_PUSH, NOBODY } from './expected.ts';
import { type Finding, judge, ok, toMend, unknown } from './finding.ts';

const BUCKET = 'rewards';
const WHAT = `bucket ${BUCKET}`;
const SCHEMA = 'supabase/schemas/25_reward_photos.sql';

/** The storage gives the real status in the body; its HTTP status is 400 for every refusal. */
const statusOf = ({ status, json }: Answer) => String(Object(json).statusCode ?? status);
const wordsOf = ({ json }: Answer) =>
  `${Object(json).code} ${Object(json).error} ${Object(json).message}`;

const isNoBucket = (answer: Answer) => /NoSuchBucket|bucket not found/i.test(wordsOf(answer));
const isRefused = (answer: Answer) =>
  statusOf(answer) === '403' && /row-level security|unauthorized/i.test(wordsOf(answer));

const newName = () => `uploads/doctor-${crypto.randomUUID()}.png`;

/** First the rights, for which nothing is written; a file is sent only if they were refused. */
export async function checkPhotos(context: Context): Promise<Finding[]> {
  const upload = 'upload by a stranger';
  const storage = (path: string, init = {}) =>
    askBackend(context, `/storage/v1/object/${path}`, { method: 'POST', ...init });
  const leave = await storage(`upload/sign/${BUCKET}/${newName()}`);
  if (leave.status === 200 && leave.json !== undefined) {
    const policy = `A policy of storage.objects lets anon in: ${dashboard(context, 'storage/files/policies')}. Those that belong there are in ${SCHEMA}.`;
    return [await visibility(context), toMend(upload, 'it would be taken', policy)];
  }
  if (!isRefused(leave) && !isNoBucket(leave)) return [unknown(upload, described(leave))];
  const headers = { 'content-type': 'image/png' };
  const sent = await storage(`${BUCKET}/${newName()}`, { body: 'x', headers });
  if (isNoBucket(sent)) {
    const make = `It is defined in ${SCHEMA}: \`npx supabase db push --remote\``;
    return [toMend(WHAT, 'it is not there', make)];
  }
  const refused = isRefused(sent) ? ok(upload, 'refused') : unknown(upload, described(sent));
  return [await visibility(context), refused];
}

/**
 * A public address of a private bucket is answered as if there were none. The storage looks for the
 * bucket and for the file at once, and reports the first one missing: so it is asked more than once.
 */
async function visibility(context: Context): Promise<Finding> {
  const address = () => `/storage/v1/object/public/${BUCKET}/${newName()}`;
  const answers = await Promise.all([1, 2, 3, 4].map(() => askBackend(context, address())));
  const odd = answers.find((answer) => statusOf(answer) !== '404');
  if (odd && !answers.some(isNoBucket)) return unknown(WHAT, described(odd));
  return judge(
    WHAT,
    !answers.some(isNoBucket),
    'there, and public',
    'it is private: no customer sees a photo',
    `Make it public: ${dashboard(context, `storage/files/buckets/${BUCKET}`)} (Edit bucket, Public bucket)`,
  );
}

const SET_UP = 'Run `npm run store -- reminders`, as in step 9 of docs/deploy.md.';

/** Whether the function that sends reminders is there and set up, and sends for no stranger. */
export async function checkReminders(context: Context): Promise<Finding[]> {
  const answer = await askBackend(context, '/functions/v1/notify', { method: 'POST' });
  // The function gives no code: the platform answers in its place, those who may send too.
  if ([401, 503].includes(answer.status) && Object(answer.json).code !== undefined) {
    const deploy = `Run \`npx supabase functions deploy notify\`, which takes its settings from supabase/config.toml. Its log: ${dashboard(context, 'functions')}`;
    return [toMend('reminders', `the function is not reached (${described(answer)})`, deploy)];
  }
  const known: Record<number, Finding> = {
    200: toMend('reminders', 'a stranger may have them sent', SET_UP),
    401: ok('reminders', 'sent by a function that is closed to a stranger'),
    404: ok('reminders', 'not offered: there is no function notify'),
    503: toMend('reminders', 'the function is there, and has no keys', SET_UP),
  };
  return [known[answer.status] ?? unknown('reminders', described(answer))];
}

// Realtime (docs/decisions/noticing-a-scan.md).

const PUSHING = 'pushing to customers';
const POLICY = 'the policy at the end of supabase/schemas/55_live.sql';

/** Empty if the channel may be heard, else the refusal, or why there was no answer. */
interface Joined {
  refusal: string;
  /** Realtime itself has answered. */
  isSaid: boolean;
}

/** Empty if something other than Realtime answers. */
function payloadOf(text: string) {
  try {
    return Object(Object(JSON.parse(text)).payload);
  } catch {
    return {};
  }
}

/** Joins a customer's channel, and leaves it. @param token whose; null for a stranger's */
function join(
  { url, key, openSocket, deadlineMs }: Context,
  session: string,
  token: string | null,
): Promise<Joined> {
  const topic = `realtime:session:${session}`;
  const socket = openSocket(`${socketAddress(url)}?apikey=${key}&vsn=1.0.0`);
  const answer = new Promise<Joined>((resolve) => {
    const none = (refusal: string) => () => resolve({ refusal, isSaid: false });
    AbortSignal.timeout(deadlineMs).onabort = none(`no answer within ${deadlineMs / 1000} s`);
    socket.onerror = socket.onclose = none('no connection');
    socket.onopen = () => {
      const payload = { config: { private: true }, access_token: token ?? key };
      socket.send(JSON.stringify({ topic, event: 'phx_join', payload, ref: '1', join_ref: '1' }));
    };
    socket.onmessage = ({ data }) => {
      const said = payloadOf(String(data));
      const refusal =
        said.status === 'ok' ? '' : String(Object(said.response).reason ?? 'no reason');
      resolve({ refusal, isSaid: true });
    };
  });
  return answer.finally(() => socket.close());
}

const isForbidden = ({ refusal }: Joined) => /unauthorized|permission|jwt/i.test(refusal);

export async function checkLive(context: Context): Promise<Finding[]> {
  const answer = await join(context, NOBODY, null);
  if (isForbidden(answer)) return [ok(PUSHING, 'Realtime answers, and refuses a stranger')];
  const settings = dashboard(context, 'realtime/settings');
  if (answer.refusal === '') {
    const mend = `Compare the policies of realtime.messages with ${POLICY}: ${dashboard(context, 'realtime/policies')}`;
    return [toMend(PUSHING, 'a stranger hears what is a customer’s', mend)];
  }
  const found = `${answer.refusal}: open codes ask every 1.2 s in its place`;
  return [toMend(PUSHING, found, `Switch Realtime on: ${settings}`)];
}

/** Whether somebody signed in hears what is theirs, and nothing of anyone else's. */
export async function checkOwnChannel(context: Context, token: string): Promise<Finding> {
  const what = 'channel of a customer';
  const [own, foreign] = [
    await join(context, `${claimsOf(token)?.session_id}`, token),
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

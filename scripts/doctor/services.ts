/** Whether photos are kept for all to see, and reminders sent, and a stranger can do neither. */
import { type Answer, askBackend, type Context, dashboard, described } from './ask.ts';
import { type Finding, judge, ok, toMend, unknown } from './finding.ts';

const BUCKET = 'rewards';
const WHAT = `bucket ${BUCKET}`;
const SCHEMA = 'supabase/schemas/25_reward_photos.sql';

/** The storage says what it means in the body; its HTTP status is 400 for all of it. */
const statusOf = ({ status, json }: Answer) => String(Object(json).statusCode ?? status);
const wordsOf = ({ json }: Answer) =>
  `${Object(json).code} ${Object(json).error} ${Object(json).message}`;

const isNoBucket = (answer: Answer) => /NoSuchBucket|bucket not found/i.test(wordsOf(answer));
const isRefused = (answer: Answer) =>
  statusOf(answer) === '403' && /row-level security|unauthorized/i.test(wordsOf(answer));

const newName = () => `uploads/doctor-${crypto.randomUUID()}.png`;

/** First the rights, for which nothing is written; a file is sent only where they were refused. */
export async function checkPhotos(context: Context): Promise<Finding[]> {
  const upload = 'upload by a stranger';
  const storage = (path: string, init = {}) =>
    askBackend(context, `/storage/v1/object/${path}`, { method: 'POST', ...init });
  const leave = await storage(`upload/sign/${BUCKET}/${newName()}`);
  if (leave.status === 200 && leave.json !== undefined) {
    const policy = `A policy of storage.objects lets anon in: ${dashboard(context, 'storage/files/policies')}. Which there are to be stands in ${SCHEMA}.`;
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
 * bucket and for the file at once, and says which it missed first: so it is asked more than once.
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
  switch (answer.status) {
    case 401:
      return [ok('reminders', 'sent by a function that is closed to a stranger')];
    case 404:
      return [ok('reminders', 'not offered: there is no function notify')];
    case 503:
      return [toMend('reminders', 'the function is there, and has no keys', SET_UP)];
    case 200:
      return [toMend('reminders', 'a stranger may have them sent', SET_UP)];
    default:
      return [unknown('reminders', described(answer))];
  }
}

/** Whether the bucket of the rewards' photos is there and public, and takes nothing from a stranger. */
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

/** A file that is not there. */
const newName = () => `uploads/doctor-${crypto.randomUUID()}.png`;

/** First the rights, for which nothing is written; a file is sent only where they were refused. */
export async function checkPhotos(context: Context): Promise<Finding[]> {
  const upload = 'upload by a stranger';
  const storage = (path: string, init = {}) =>
    askBackend(context, `/storage/v1/object/${path}`, { method: 'POST', ...init });
  const leave = await storage(`upload/sign/${BUCKET}/${newName()}`);
  if (leave.status === 200 && leave.json !== undefined) {
    const policy = `A policy of storage.objects lets anon in: ${dashboard(context, 'storage/policies')}. Which there are to be stands in ${SCHEMA}.`;
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
    `Make it public: ${dashboard(context, `storage/buckets/${BUCKET}`)} (Edit bucket, Public bucket)`,
  );
}

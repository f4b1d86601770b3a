/** Whether the bucket of the rewards' photos is there and public, and takes nothing from a stranger. */
import { type Answer, askBackend, described } from './ask.ts';
import { type Context, dashboard } from './context.ts';
import { type Finding, ok, toMend, unknown } from './finding.ts';

const BUCKET = 'rewards';
const SCHEMA = 'supabase/schemas/25_reward_photos.sql';

/** The storage says what it means in the body; its HTTP status is 400 for all of it. */
function refusal({ status, json }: Answer): { status: string; words: string } {
  const body = (typeof json === 'object' && json !== null ? json : {}) as Record<string, unknown>;
  return {
    status: String(body.statusCode ?? status),
    words: `${body.code ?? ''} ${body.error ?? ''} ${body.message ?? ''}`,
  };
}

const isNoBucket = (answer: Answer) => /NoSuchBucket|bucket not found/i.test(refusal(answer).words);

const isRefused = (answer: Answer) =>
  refusal(answer).status === '403' &&
  /row-level security|unauthorized/i.test(refusal(answer).words);

/** A file that is not there. */
const newName = () => `uploads/doctor-${crypto.randomUUID()}.png`;

/** First the rights, for which nothing is written; a file is sent only by whom that has refused. */
export async function checkPhotos(context: Context): Promise<Finding[]> {
  const storage = (path: string, init = {}) =>
    askBackend(context, `/storage/v1/object/${path}`, init);
  const leave = await storage(`upload/sign/${BUCKET}/${newName()}`, { method: 'POST' });
  const upload = 'upload by a stranger';
  if (leave.status === 200 && leave.json !== undefined) {
    return [
      ...(await visibility(context)),
      toMend(
        upload,
        'it would be taken',
        `A policy of storage.objects lets anon in: ${dashboard(context, 'storage/policies')}. Which there are to be stands in ${SCHEMA}.`,
      ),
    ];
  }
  if (!isRefused(leave) && !isNoBucket(leave)) return [unknown(upload, described(leave))];
  const sent = await storage(`${BUCKET}/${newName()}`, {
    method: 'POST',
    body: 'x',
    headers: { 'content-type': 'image/png' },
  });
  if (isNoBucket(sent)) {
    return [
      toMend(
        `bucket ${BUCKET}`,
        'it is not there',
        `It is defined in ${SCHEMA}: \`npx supabase db push --remote\`, or make it public under this name: ${dashboard(context, 'storage/buckets')}`,
      ),
    ];
  }
  return [
    ...(await visibility(context)),
    isRefused(sent) ? ok(upload, 'refused') : unknown(upload, described(sent)),
  ];
}

/**
 * A public address of a private bucket is answered as if there were none. The storage looks for the
 * bucket and for the file at once, and says which it missed first: so it is asked more than once.
 */
async function visibility(context: Context): Promise<Finding[]> {
  const what = `bucket ${BUCKET}`;
  const answers = await Promise.all(
    Array.from({ length: 4 }, () =>
      askBackend(context, `/storage/v1/object/public/${BUCKET}/${newName()}`),
    ),
  );
  if (answers.some(isNoBucket)) {
    return [
      toMend(
        what,
        'it is private: no customer sees a photo',
        `Make it public: ${dashboard(context, `storage/buckets/${BUCKET}`)} (Edit bucket, Public bucket)`,
      ),
    ];
  }
  const odd = answers.find((answer) => refusal(answer).status !== '404');
  return [odd ? unknown(what, described(odd)) : ok(what, 'there, and public')];
}

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '../database.ts';
import { withBody, withoutLength } from '../with-body.ts';

/**
 * Shim: uploads. supabase-js sends a form whose file has an empty name; lite looks for `file`, takes
 * the cache time from a header, and checks the bucket's limit only against a content-length.
 */
export async function formAsPlainUpload(request: Request): Promise<Request> {
  if (!request.headers.get('content-type')?.startsWith('multipart/form-data')) {
    return measured(request);
  }
  const form = await request.formData();
  const file = form.get('') ?? form.get('file');
  if (!(file instanceof Blob)) {
    return withBody(request, '', { 'content-type': 'application/octet-stream' });
  }
  const seconds = form.get('cacheControl');
  return withBody(request, await file.arrayBuffer(), {
    'content-type': bareType(file.type),
    'content-length': String(file.size),
    ...(typeof seconds === 'string' ? { 'cache-control': `max-age=${seconds}` } : {}),
  });
}

/** The size of the received bytes, not the claimed one. */
async function measured(request: Request): Promise<Request> {
  const bytes = await request.arrayBuffer();
  return withBody(request, bytes, { 'content-length': String(bytes.byteLength) });
}

/** In a form, the hosted service leaves a type's parameters aside; in a header it takes them for a part of it. */
const bareType = (type: string): string => type.split(';')[0]?.trim() || 'application/octet-stream';

/** What lite adds to two refusals: the screen would show it, and the hosted service does not. */
const ADDED = /(?<=maximum allowed size) of \d+ bytes|\. Supported: [^"]*/;

/** What lite says of everything that the database refuses; the hosted service passes its sentence on. */
const OF_ROW_SECURITY = 'new row violates row-level security policy';

const uploading = new AsyncLocalStorage<{ sentence: string }>();

/** Keeps the sentence with which the database refuses an upload. */
export function noteRefusedUploads(connection: Database['connection']): void {
  const original = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error) => {
    const known: unknown = original(error);
    const upload = uploading.getStore();
    if (upload && known instanceof Error && 'code' in known && known.code === '42501') {
      upload.sentence = known.message;
    }
    return known;
  };
}

/** What the hosted service says beside its older words. */
const CODES: Readonly<Record<string, string>> = {
  'Bucket not found': 'NoSuchBucket',
  Duplicate: 'KeyAlreadyExists',
  invalid_mime_type: 'InvalidMimeType',
  not_found: 'NoSuchKey',
  'Payload too large': 'EntityTooLarge',
  Unauthorized: 'AccessDenied',
};

/** A refusal with the code of the hosted service. */
function withCode(text: string): string {
  try {
    const said = JSON.parse(text);
    const code = CODES[said.error];
    return code === undefined ? text : JSON.stringify({ ...said, code });
  } catch {
    return text;
  }
}

/** What the hosted service says of a token that it refuses; with 400, as all it refuses. */
const tokenRefusal = (text: string): string =>
  JSON.stringify({
    statusCode: '403',
    error: 'Unauthorized',
    message: text.includes('expired')
      ? '"exp" claim timestamp check failed'
      : 'signature verification failed',
  });

/** A file as the hosted service sends it: in chunks, without its length. */
export const asHostedFile = (response: Response): Response =>
  response.ok
    ? new Response(response.body, {
        status: response.status,
        headers: withoutLength(response.headers),
      })
    : response;

/** Nothing once more for whoever has kept it. */
export function unlessKept(request: Request, response: Response): Response {
  const { headers } = response;
  const etag = headers.get('etag');
  const isKept = etag !== null && etag === request.headers.get('if-none-match');
  return isKept ? new Response(null, { status: 304, headers }) : response;
}

/** The answer of the storage in the words of the hosted service. */
export async function inHostedWords(ask: () => Promise<Response>): Promise<Response> {
  const refusal = { sentence: '' };
  const response = await uploading.run(refusal, ask);
  if (response.ok) {
    return response;
  }
  const said = (await response.text()).replace(ADDED, '');
  const { sentence } = refusal;
  const text =
    sentence && !sentence.includes('row-level security')
      ? said.replace(`"${OF_ROW_SECURITY}"`, () => JSON.stringify(sentence))
      : said;
  const isToken = response.status === 401;
  return new Response(withCode(isToken ? tokenRefusal(text) : text), {
    status: isToken ? 400 : response.status,
    headers: withoutLength(response.headers),
  });
}

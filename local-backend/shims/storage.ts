/** The storage: where its files are, and how the hosted one takes and answers requests. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import type { App } from '@supabase/lite';
import type { Database } from '../database.ts';
import { withAnswer, withBody } from '../messages.ts';

type StorageAdapter = NonNullable<App['_storageAdapter']>;
type ObjectMetadata = Awaited<ReturnType<StorageAdapter['headObject']>>;

interface StoredFile {
  bytes: Uint8Array<ArrayBuffer>;
  metadata: ObjectMetadata;
}

/** Stores uploaded files in memory, and in a folder if there is one. */
interface FileStore {
  put(key: string, file: StoredFile): Promise<void>;
  get(key: string): Promise<StoredFile | null>;
  delete(key: string): Promise<void>;
  clear(): Promise<void>;
}

/** Shim: file storage. lite exports none that can be embedded and stores type, cache time and etag. */
export function createFiles(folder: string | undefined): StorageAdapter & Pick<FileStore, 'clear'> {
  const store = folder ? folderStore(folder) : memoryStore();
  const find = async (bucket: string, key: string) => {
    const file = await store.get(`${bucket}/${key}`);
    if (!file) {
      throw new Error(`No file ${bucket}/${key}`);
    }
    return file;
  };
  return {
    driver: null,
    clear: () => store.clear(),
    async getObject(bucket, key) {
      const { bytes, metadata } = await find(bucket, key);
      return { body: new Blob([bytes]), metadata, httpStatusCode: 200 };
    },
    async uploadObject(bucket, key, _version, body, contentType, cacheControl) {
      const bytes = new Uint8Array(await new Response(body as BodyInit).arrayBuffer());
      const metadata: ObjectMetadata = {
        cacheControl,
        contentLength: bytes.byteLength,
        size: bytes.byteLength,
        mimetype: contentType,
        lastModified: new Date(),
        eTag: `"${createHash('md5').update(bytes).digest('hex')}"`,
        httpStatusCode: 200,
      };
      await store.put(`${bucket}/${key}`, { bytes, metadata });
      return metadata;
    },
    async deleteObject(bucket, key) {
      await store.delete(`${bucket}/${key}`);
    },
    async deleteObjects(bucket, keys) {
      await Promise.all(keys.map((key) => store.delete(`${bucket}/${key}`)));
    },
    async copyObject(bucket, key, _version, toBucket, toKey) {
      const file = await find(bucket, key);
      await store.put(`${toBucket}/${toKey}`, file);
      return file.metadata;
    },
    async headObject(bucket, key) {
      return (await find(bucket, key)).metadata;
    },
    async privateAssetUrl(bucket, key) {
      return `local://${bucket}/${key}`;
    },
  };
}

function memoryStore(): FileStore {
  const files = new Map<string, StoredFile>();
  return {
    put: async (key, file) => void files.set(key, file),
    get: async (key) => files.get(key) ?? null,
    delete: async (key) => void files.delete(key),
    clear: async () => files.clear(),
  };
}

function folderStore(folder: string): FileStore {
  const root = resolve(folder);
  const inside = (key: string) => {
    const path = resolve(root, key);
    if (!path.startsWith(root + sep)) {
      throw new Error('A file must stay in its bucket');
    }
    return path;
  };
  return {
    async put(key, file) {
      await mkdir(dirname(inside(key)), { recursive: true });
      await writeFile(inside(key), file.bytes);
      await writeFile(`${inside(key)}.json`, JSON.stringify(file.metadata));
    },
    async get(key) {
      try {
        const metadata = JSON.parse(await readFile(`${inside(key)}.json`, 'utf8'));
        const lastModified = new Date(metadata.lastModified);
        const bytes = new Uint8Array(await readFile(inside(key)));
        return { bytes, metadata: { ...metadata, lastModified } };
      } catch {
        return null;
      }
    },
    async delete(key) {
      await rm(inside(key), { force: true });
      await rm(`${inside(key)}.json`, { force: true });
    },
    clear: () => rm(root, { recursive: true, force: true }),
  };
}

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

/** In a form, the hosted service ignores a type's parameters; in a header it takes them as part of it. */
const bareType = (type: string): string => type.split(';')[0]?.trim() || 'application/octet-stream';

/** What lite adds to two refusals: the screen would show it, and the hosted service does not. */
const ADDED = /(?<=maximum allowed size) of \d+ bytes|\. Supported: [^"]*/;

/** What lite says when the database refuses anything; the hosted service passes on the database's words. */
const OF_ROW_SECURITY = 'new row violates row-level security policy';

const uploading = new AsyncLocalStorage<{ sentence: string }>();

/** Keeps the database's words when it refuses an upload. */
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

/** The codes the hosted service adds to its older wording. */
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

/** What the hosted service says about a token it refuses; with 400, like all its refusals. */
const tokenRefusal = (text: string): string =>
  JSON.stringify({
    statusCode: '403',
    error: 'Unauthorized',
    message: text.includes('expired')
      ? '"exp" claim timestamp check failed'
      : 'signature verification failed',
  });

/** Shim: lite sends a file again to a client that already has it. */
export function unlessKept(request: Request, response: Response): Response {
  const { headers } = response;
  const etag = headers.get('etag');
  const isKept = etag !== null && etag === request.headers.get('if-none-match');
  return isKept ? new Response(null, { status: 304, headers }) : response;
}

/** Shim: lite refuses in other words and with other statuses than the hosted storage. */
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
  return withAnswer(
    response,
    withCode(isToken ? tokenRefusal(text) : text),
    isToken ? 400 : response.status,
  );
}

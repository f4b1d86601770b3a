import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import type { App } from '@supabase/lite';

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

/**
 * Shim: storage of files. lite exports none that can be embedded and stores type, cache time and etag.
 */
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

import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackendOptions } from './options.ts';

export interface Secrets {
  /** Signs the access tokens. */
  jwtSecret: string;
  /** Reads and writes everything. */
  serviceKey: string;
}

/** The names of the files in the data folder; scripts/store/project.ts reads the key. */
const SIGNING_SECRET = 'signing-secret';
const SECRET_KEY = 'secret-key';

/** Nobody else on this machine can read it. */
const OWNER_ONLY = { mode: 0o600 };

const random = () => randomBytes(32).toString('base64url');

/**
 * What opens the database: made at random, so that no page knows it. The signing secret lasts as
 * long as the data folder, for sessions to outlive a start; the operator's key lasts for one start,
 * and stands in the folder meanwhile.
 */
export async function openSecrets(options: BackendOptions): Promise<Secrets> {
  const { dataDir, jwtSecret, serviceKey = `sb_secret_${random()}` } = options;
  if (dataDir) {
    await writeFile(join(dataDir, SECRET_KEY), serviceKey, OWNER_ONLY);
  }
  return { serviceKey, jwtSecret: jwtSecret ?? (dataDir ? await keptSecret(dataDir) : random()) };
}

/** Made with the folder. */
async function keptSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, SIGNING_SECRET);
  try {
    await writeFile(file, random(), { ...OWNER_ONLY, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw error;
    }
  }
  return readFile(file, 'utf8');
}

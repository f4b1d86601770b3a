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

/** The name of the file in the data folder. */
const SIGNING_SECRET = 'signing-secret';

const random = () => randomBytes(32).toString('base64url');

/**
 * What opens the database: made at random, so that no page knows it. The signing secret lasts as
 * long as the data folder, for sessions to outlive a start; the operator's key lasts for one start.
 */
export async function openSecrets(options: BackendOptions): Promise<Secrets> {
  const { dataDir, jwtSecret, serviceKey = `sb_secret_${random()}` } = options;
  return { serviceKey, jwtSecret: jwtSecret ?? (dataDir ? await keptSecret(dataDir) : random()) };
}

/** Made with the folder; nobody else on this machine can read it. */
async function keptSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, SIGNING_SECRET);
  try {
    await writeFile(file, random(), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw error;
    }
  }
  return readFile(file, 'utf8');
}

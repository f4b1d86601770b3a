import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackendOptions } from './options.ts';
import { newSigningKey, type SigningKey } from './shims/signing-keys.ts';

export interface Secrets {
  /** Signs the access tokens. */
  signingKey: SigningKey;
  /** Signs them for lite, and works like the legacy secret of a hosted project. */
  jwtSecret: string;
  /** Reads and writes everything. */
  serviceKey: string;
}

/** The names of the files in the data folder; scripts/store/project.ts reads the key. */
const SIGNING_KEY = 'signing-key';
const SIGNING_SECRET = 'signing-secret';
const SECRET_KEY = 'secret-key';

/** Nobody else on this machine can read it. */
const OWNER_ONLY = { mode: 0o600 };

const random = () => randomBytes(32).toString('base64url');

/**
 * What opens the database: random, so that no page knows it. What signs tokens lasts as long as the
 * data folder, so that sessions survive a restart; the operator's key lasts for one run, and is in
 * the folder meanwhile.
 */
export async function openSecrets(options: BackendOptions): Promise<Secrets> {
  const { dataDir, jwtSecret, serviceKey = `sb_secret_${random()}` } = options;
  if (dataDir) {
    await writeFile(join(dataDir, SECRET_KEY), serviceKey, OWNER_ONLY);
  }
  const key = () => JSON.stringify(newSigningKey());
  return {
    serviceKey,
    signingKey: JSON.parse(await kept(dataDir, SIGNING_KEY, key)),
    jwtSecret: jwtSecret ?? (await kept(dataDir, SIGNING_SECRET, random)),
  };
}

/** Made with the folder. */
async function kept(folder: string | undefined, name: string, make: () => string): Promise<string> {
  if (!folder) return make();
  const file = join(folder, name);
  try {
    await writeFile(file, make(), { ...OWNER_ONLY, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw error;
    }
  }
  return readFile(file, 'utf8');
}

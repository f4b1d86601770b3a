/** One process at a time: two on the same files would destroy the database. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';

/** Holds the id of the process that uses the folder. */
const CLAIM = 'in-use-by';

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user counts as well.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function holder(claim: string): number | null {
  try {
    const pid = Number(readFileSync(claim, 'utf8'));
    return pid > 0 && pid !== process.pid && isRunning(pid) ? pid : null;
  } catch {
    return null;
  }
}

/** Creates the folder if needed and locks it; returns the function that unlocks it. */
export function claimDataFolder(folder: string): () => void {
  const claim = join(folder, CLAIM);
  const other = holder(claim);
  if (other !== null) {
    throw new Error(
      `The data in ${folder} is in use by another Stampcard (process ${other}). ` +
        'Stop that one, or choose another folder: STAMPCARD_DATA=.data-2',
    );
  }
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(claim, String(process.pid));
  } catch (error) {
    throw new Error(`The data folder ${folder} cannot be written (${(error as Error).message}).`);
  }
  return () => rmSync(claim, { force: true });
}

/** What a backend writes into its folder. */
const OURS = [
  'postgres',
  'files',
  'seeded-on',
  'signing-key',
  'signing-secret',
  'secret-key',
  CLAIM,
];

/** Removes the data, and the folder unless it holds other files. */
export function emptyDataFolder(folder: string): void {
  for (const name of OURS) rmSync(join(folder, name), { recursive: true, force: true });
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

/**
 * Moves the data into a folder next to it, replacing what was moved there before.
 *
 * @returns that folder
 */
export function setAside(folder: string): string {
  const beside = `${folder}-before`;
  claimDataFolder(beside);
  emptyDataFolder(beside);
  mkdirSync(beside, { recursive: true });
  for (const name of OURS) {
    const file = join(folder, name);
    if (name !== CLAIM && existsSync(file)) renameSync(file, join(beside, name));
  }
  return beside;
}

/**
 * What Vite's development server, which serves any file of the tree, must not: its own list, and the
 * data with the keys that open it.
 */
export const unserved = (folder = '.data'): string[] => [
  ...['.env', '.env.*', '*.{crt,pem}', '**/.git/**'],
  ...['**/.data*/**', `**/${basename(resolve(folder))}{,-before}/**`],
];

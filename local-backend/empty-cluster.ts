/**
 * What a new embedded database starts from. Making one takes five seconds of CPU time, opening a copy
 * takes one: so it is made once for each version of the database, in a separate process.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

async function place(): Promise<string> {
  const entry = fileURLToPath(import.meta.resolve('@electric-sql/pglite'));
  const { version } = JSON.parse(await readFile(join(entry, '../../package.json'), 'utf8'));
  return join(import.meta.dirname, `../node_modules/.cache/stampcard/postgres-${version}.tar`);
}

async function make(file: string, priority: number): Promise<void> {
  if (existsSync(file)) return;
  const maker = spawn(process.execPath, [import.meta.filename], { stdio: 'ignore' });
  if (maker.pid) setPriority(maker.pid, priority);
  await once(maker, 'close').catch(() => {});
}

let made: Promise<void> | undefined;

/**
 * If it can't be made, PGlite makes its own later.
 *
 * @param priority the process's, one of those in node:os: the usual one if somebody waits for it
 */
export function makeEmptyCluster(priority = constants.priority.PRIORITY_NORMAL): Promise<void> {
  made ??= place().then((file) => make(file, priority));
  return made;
}

export async function emptyCluster(): Promise<Blob | undefined> {
  await makeEmptyCluster();
  const bytes = await readFile(await place()).catch(() => undefined);
  return bytes && new Blob([bytes]);
}

if (import.meta.main) {
  const { PGlite } = await import('@electric-sql/pglite');
  const cluster = await PGlite.create();
  const dump = await cluster.dumpDataDir('none');
  await cluster.close();
  const file = await place();
  await mkdir(dirname(file), { recursive: true });
  // Anyone who opens it meanwhile finds it complete or not at all.
  const part = `${file}.${process.pid}`;
  await writeFile(part, new Uint8Array(await dump.arrayBuffer()));
  await rename(part, file);
}

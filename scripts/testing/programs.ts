/** Programs that the tests need from outside: found where they usually are, or installed. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Every place on the PATH where one of these names could be, the first name first in each. */
export const onPath = (...names: string[]): string[] =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));

/** The program that an environment variable names; null where it names none. */
export function namedProgram(variable: string): string | null {
  const named = process.env[variable];
  if (named === undefined || named === '') return null;
  if (!isProgram(named)) throw new Error(`${variable} names ${named}, which cannot be run.`);
  return named;
}

export const isRoot = () => process.getuid?.() === 0;

export function run(command: string, ...args: string[]): boolean {
  const result = spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return result.status === 0;
}

/** Two runs of ours wait for each other, and for anyone else installing packages. */
const aptGet = (...args: string[]) =>
  run(
    ...(['flock', '--timeout', '900', join(tmpdir(), 'stampcard-apt-get.lock')] as const),
    ...['apt-get', '-qq', '-o', 'DPkg::Lock::Timeout=600', ...args],
  );

/** Where the system's packages can be installed from here. */
export const canInstall = () => existsSync('/usr/bin/apt-get') && isRoot();

/** Somebody else's look at the list of packages may keep ours from it: the list is there then. */
export const updatePackages = () => aptGet('update');

export const installPackages = (...names: string[]) =>
  aptGet('install', '-y', '--no-install-recommends', ...names);

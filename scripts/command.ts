/** What the scripts of this folder share: running as a command, and reporting a check's result. */
import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';

/**
 * Runs `main` if the file was run directly; an error becomes one sentence and exit code 1. A server
 * that failed to start may hold other resources, so the process exits.
 */
export async function asCommand(isMain: boolean, main: () => unknown): Promise<void> {
  if (!isMain) return;
  try {
    await main();
  } catch (error) {
    end(error);
  }
}

function end(error: unknown): never {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

/** What is read; an error becomes one sentence and exit code 1. */
export function orEnd<Read>(read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    return end(error);
  }
}

/** Exit code of a check that needs what this machine can't fetch now: neither passed nor failed. */
export const NOT_AT_HAND = 75;

/** Prints the problems, or the sentence for none. */
export function conclude(problems: readonly string[], fine: string): void {
  if (problems.length === 0) {
    console.log(fine);
    return;
  }
  for (const problem of problems) console.error(problem);
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  throw new Error(`${count} found.`);
}

/** Paths below a folder, with slashes, sorted. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).split(sep).join('/'))
    .sort();
}

export const namesBelow = async (folder: string): Promise<string[]> =>
  (await filesBelow(folder)).map((file) => file.slice(folder.length + 1));

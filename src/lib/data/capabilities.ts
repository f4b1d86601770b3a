/**
 * Which of our parts this backend lacks, by its own answers: a function, a relation, a column
 * (docs/decisions/five-tables.md). The tab keeps the list, so that the next page does not ask again.
 */
import { platform } from '../platform/platform.ts';
import * as storageKeys from '../platform/storage-keys.ts';
import {
  isMissingFunction,
  type requestAsPerson,
  requestRowsById,
  type TableReply,
} from './request.ts';
import type { FunctionName } from './tables.ts';

type Part = FunctionName | 'rewards.stores' | 'rewards.store_id' | 'stores.logo_url';

/** Here as well, in case storage is blocked. */
let missing: Set<string> | undefined;

function missingParts(): Set<string> {
  missing ??= new Set(platform().sessionStorage.get(storageKeys.missingParts)?.split(' '));
  return missing;
}

export const isMissing = (part: Part): boolean => missingParts().has(part);

const keep = (): void =>
  platform().sessionStorage.set(storageKeys.missingParts, [...missingParts()].join(' '));

export function markMissing(part: Part): void {
  missingParts().add(part);
  keep();
}

function markPresent(part: Part): void {
  missingParts().delete(part);
  keep();
}

/** What a backend without such a column says. */
export const NO_COLUMN_CODES = ['42703'];

/**
 * The reply to a request that names the part only while it is not known to be missing: if the backend
 * refuses it with one of these codes, it is sent the other way. What is noted about the part changes only
 * if that is answered: something else may be missing for a moment, or the part may be there by now.
 */
export async function requestWithFallback(
  part: Part,
  codes: readonly string[],
  ask: () => PromiseLike<TableReply>,
): Promise<TableReply> {
  const isRefused = ({ error }: TableReply) => codes.some((code) => code === error?.code);
  const [note, takeBack] = isMissing(part)
    ? [markPresent, markMissing]
    : [markMissing, markPresent];
  const reply = await ask();
  if (!isRefused(reply)) return reply;
  note(part);
  const other = await ask();
  if (!isRefused(other)) return other;
  takeBack(part);
  return reply;
}

/**
 * The rows that one of our functions returns; null if this backend does not have it.
 *
 * @throws DataError with the backend's message, else the fallback
 */
export async function requestFunctionRows(
  name: FunctionName,
  fallback: string,
  call: (signal: AbortSignal) => PromiseLike<TableReply>,
  canceled?: AbortSignal,
  ask?: typeof requestAsPerson,
): Promise<unknown[] | null> {
  if (isMissing(name)) return null;
  const rows = await requestRowsById(
    fallback,
    async (signal) => {
      const reply = await call(signal);
      if (!isMissingFunction(reply.error)) return reply;
      markMissing(name);
      return { data: [], error: null };
    },
    canceled,
    ask,
  );
  return isMissing(name) ? null : rows;
}

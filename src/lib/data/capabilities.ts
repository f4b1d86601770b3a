/**
 * What of ours this backend does not have, by its own answers: a function, a relation, a column
 * (docs/decisions/five-tables.md). The tab keeps it, so that the next page does not ask again.
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

/** Here as well, should the storage be blocked. */
let lacking: Set<string> | undefined;

function noted(): Set<string> {
  lacking ??= new Set(platform().sessionStorage.get(storageKeys.lacking)?.split(' '));
  return lacking;
}

export const isMissing = (part: Part): boolean => noted().has(part);

const keep = (): void => platform().sessionStorage.set(storageKeys.lacking, [...noted()].join(' '));

export function markMissing(part: Part): void {
  noted().add(part);
  keep();
}

function markPresent(part: Part): void {
  noted().delete(part);
  keep();
}

/** What a backend says that has no such column. */
export const NO_COLUMN_CODES = ['42703'];

/**
 * The reply to a question that names the part only while it is not known to be missing: it is asked
 * the other way where the backend refuses it by one of these codes. What is noted of the part changes
 * only where that is answered: something else may be missing for a moment, or the part be there by now.
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
 * The rows that a function of ours answers with; null where this backend does not have it.
 *
 * @throws DataError with the backend's message, else the fallback
 */
export async function requestFunctionRows(
  name: FunctionName,
  fallback: string,
  call: (signal: AbortSignal) => PromiseLike<TableReply>,
  cancelled?: AbortSignal,
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
    cancelled,
    ask,
  );
  return isMissing(name) ? null : rows;
}

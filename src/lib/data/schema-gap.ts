/**
 * A backend whose schema lacks what a call names (docs/decisions/versions.md): the customer reads a
 * calm sentence, and the operator finds in the browser's console what is missing and what to run.
 * Loaded with the first such answer.
 */
import * as text from '#text/versions.ts';
import { config } from '../config.ts';
import { backendUrl, fetchFromBackend } from './backend-fetch.ts';
import { DataError } from './data-error.ts';
import { SCHEMA_VERSION } from './schema-version.ts';

/** The error of an answer. */
type Gap = { message?: unknown; code?: unknown } | null;

/** Which version the backend has and what is to be done. Asked as anyone, no matter who is signed in. */
async function askVersion(): Promise<string> {
  const headers = { apikey: config.supabaseAnonKey };
  const answer = await fetchFromBackend(`${backendUrl()}/rest/v1/rpc/schema_version`, { headers });
  const version: unknown = await answer.json();
  if (answer.status === 404) return `${text.none} ${text.apply}`;
  if (typeof version !== 'string') return text.unknown;
  if (version === SCHEMA_VERSION) return text.same;
  return version > SCHEMA_VERSION ? text.newer(version) : `${text.older(version)} ${text.apply}`;
}

/** Once a page. */
let asked: Promise<string> | undefined;

const reported = new Set<string>();

/** Whether it was reported before: each thing is, once per page. */
function wasReported(gap: Gap): boolean {
  const before = reported.size;
  return reported.add(missing(gap)).size === before;
}

const missing = (gap: Gap) => text.missing(SCHEMA_VERSION, String(gap?.message), String(gap?.code));

async function tellOperator(gap: Gap, error: DataError): Promise<void> {
  if (wasReported(gap)) return;
  // Sent as an uncaught error to the address of an operator who wants error reports.
  if (import.meta.env.ERRORS_URL) dispatchEvent(new ErrorEvent('error', { error }));
  asked ??= askVersion().catch(() => text.unknown);
  // biome-ignore lint/suspicious/noConsole: a developer who looks here wants to know.
  console.error(`${missing(gap)} ${await asked}`);
}

/**
 * For a call that can't be answered without what is missing. As if the backend were busy: what was seen
 * last stays, and the screen asks again by itself.
 */
export function gapError(gap: Gap): DataError {
  const error = new DataError(text.beingUpdated, 503, String(gap?.code));
  void tellOperator(gap, error);
  return error;
}

/** For a call that is done in another way, or not offered. */
export function noteGap(gap: Gap): void {
  if (wasReported(gap)) return;
  // biome-ignore lint/suspicious/noConsole: as above.
  console.info(`${missing(gap)} ${text.doneWithout} ${text.apply}`);
}

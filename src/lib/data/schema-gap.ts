/**
 * A backend whose schema lacks what a call names (docs/decisions/versions.md): the customer reads a
 * calm sentence, and the operator finds in the browser's console what is missing and what to run.
 * Loaded with the first such answer.
 */
import { beingUpdated } from '#text/being-updated.ts';
import { config } from '../config.ts';
import { backendAs } from './client.ts';
import { DataError } from './data-error.ts';
import { SCHEMA_VERSION } from './schema-version.ts';

/** The error of an answer. */
type Gap = { message?: unknown; code?: unknown } | null;

const APPLY = 'Apply what is missing: npx supabase db push.';

/** What the version of the backend means for this site, and what to do. */
function advice(version: string): string {
  if (version === SCHEMA_VERSION) {
    return `The backend says that it has this version: something was removed from it since, or its API has not noticed the change (notify pgrst, 'reload schema').`;
  }
  return version < SCHEMA_VERSION
    ? `The backend has version ${version}. ${APPLY}`
    : `The backend has version ${version}: this page is of an older release. Load it anew; where that does not help, build the site anew.`;
}

/** Asked as anyone: it is told to whoever asks, whatever became of the session. */
async function askVersion(): Promise<string> {
  const anyone = backendAs(() => config.supabaseAnonKey);
  const { data, error } = await anyone.rpc('schema_version', {}, { get: true });
  if (typeof data === 'string') return advice(data);
  return error?.code === 'PGRST202'
    ? `The backend has no version: it is older than versions are, or was not made by these migrations. ${APPLY}`
    : 'The backend does not say which version it has.';
}

/** Once a page. */
let asked: Promise<string> | undefined;

const named = new Set<string>();

/** Whether the operator was told of it: once a page of each thing. */
function isNamed(gap: Gap): boolean {
  const before = named.size;
  return named.add(`${gap?.code} ${gap?.message}`).size === before;
}

const missing = (gap: Gap) =>
  `Stampcard was built for version ${SCHEMA_VERSION} of its schema, and the backend lacks something: "${gap?.message}" (${gap?.code}).`;

async function tellOperator(gap: Gap): Promise<void> {
  if (isNamed(gap)) return;
  asked ??= askVersion();
  // biome-ignore lint/suspicious/noConsole: the operator has no other place to look.
  console.error(`${missing(gap)} ${await asked}`);
}

/**
 * For a call that can't be answered without what is missing. Not just now, as from a backend that is
 * busy: what was seen last stays, and the screen asks again by itself.
 */
export function gapError(gap: Gap): DataError {
  void tellOperator(gap);
  return new DataError(beingUpdated, 503, String(gap?.code));
}

/** For a call that is done in another way, or not offered. */
export function noteGap(gap: Gap): void {
  if (isNamed(gap)) return;
  // biome-ignore lint/suspicious/noConsole: as above.
  console.info(`${missing(gap)} The site does without it. ${APPLY}`);
}

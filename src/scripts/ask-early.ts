/**
 * Requests what the screen shows first while its code is still loading: the same requests that the code
 * will send, as recorded by the build (scripts/build/note-reads.ts), with the person, the id in the
 * address and the day filled in. The code takes their answers, and requests whatever is missing itself
 * (lib/platform/early-requests.ts).
 */
import { appDayKey, utcDayKey } from '../lib/domain/day.ts';
import { REFRESH_BEFORE_EXPIRY_MS } from '../lib/domain/limits.ts';
import { askEarly } from '../lib/platform/early-requests.ts';
import * as storageKeys from '../lib/platform/storage-keys.ts';
import { deviceSession, readSession } from './storage.ts';

/** What follows the route's path: nothing, or an id; with more, the screen may ask for something else. */
const ADDRESS = /^(?:[/?](?:id=|reward=)?([\w-]+))?$/;
/** The person, the id, and the days around the first of 1970, which stands for today. */
const BLANK = /-(?:person|id)-|19(?:69-12-31|70-01-0\d)/g;

function askAll(): void {
  const { path = '', key = '', reads = '' } = document.currentScript?.dataset ?? {};
  const found = ADDRESS.exec((location.pathname + location.search).slice(path.length));
  const { access_token, expires_at, user } = deviceSession() ?? {};
  const isGood = expires_at * 1000 - Date.now() > REFRESH_BEFORE_EXPIRY_MS;
  const person = encodeURIComponent(user?.id ?? '');
  // An id that reads differently in an address would be another one in the query's name, and a backend
  // that is missing something gets different requests.
  if (
    !found ||
    !person ||
    person !== user.id ||
    !isGood ||
    readSession(storageKeys.missingParts) !== null
  )
    return;
  const [, id = ''] = found;
  if (id === '' && reads.includes('-id-')) return;
  const known: Record<string, string> = { '-person-': person, '-id-': id };
  const today = Date.parse(appDayKey(Date.now()));
  const fill = (blank: string) => known[blank] ?? utcDayKey(Date.parse(blank) + today);
  for (const [name, address, more, body] of JSON.parse(reads.replace(BLANK, fill))) {
    const headers = { apikey: key, authorization: `Bearer ${access_token}`, ...more };
    const method = body ? 'POST' : 'GET';
    askEarly(name, new URL(address, location.origin).href, { method, headers, body });
  }
}

try {
  askAll();
} catch {
  // A garbled session: the page's code reports it. What hides the page from others comes next.
}

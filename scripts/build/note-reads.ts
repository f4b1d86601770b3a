/**
 * Notes what the screens ask for first, without sending it: run by the build in a separate process
 * (plugins/inlined-scripts.ts), at the start of 1970, for a person and an id to be filled in later.
 */

import type { Platform } from '../../src/lib/platform/interface.ts';
import { setPlatform } from '../../src/lib/platform/platform.ts';
import { firstReads } from '../../src/lib/state/first-reads.ts';

const [PERSON, ID, SITE] = ['-person-', '-id-', 'http://site.invalid'];
const session = { access_token: '', refresh_token: '', expires_at: 3600, user: { id: PERSON } };
const nothing = { get: () => null };

setPlatform({
  now: () => 0,
  address: () => ({ origin: SITE }),
  localStorage: { get: () => JSON.stringify(session) },
  sessionStorage: nothing,
} as unknown as Platform);

let noted: unknown[] = [];
/** The names of the questions that found no answer; the requests follow in the same order. */
let names: string[] = [];
Object.assign(globalThis, {
  stampcardAsked: { get: (name: string) => void names.push(name), delete: () => false },
});
globalThis.fetch = (url, init) => {
  const { authorization, apikey, ...more } = Object.fromEntries(new Headers(init?.headers));
  const body = init?.body ?? undefined;
  const rest = body || Object.keys(more).length > 0 ? [more, body] : [];
  noted.push([names[noted.length], String(url).replace(SITE, ''), ...rest]);
  return new Promise(() => undefined);
};

const reads: Record<string, string> = {};
for (const [screen, ask] of Object.entries(firstReads)) {
  [noted, names] = [[], []];
  for (const read of ask(PERSON, ID, 0)) read.catch(() => undefined);
  // Each read has sent what it sends by the next task: none of them waits for a timer.
  await new Promise((resolve) => setTimeout(resolve));
  if (noted.length !== names.length) throw new Error(`${screen} asks what was not sent.`);
  reads[screen] = JSON.stringify(noted);
}
process.stdout.write(JSON.stringify(reads), () => process.exit());

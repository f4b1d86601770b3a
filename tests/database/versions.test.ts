import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Backend, createBackend } from '../../local-backend/create.ts';
import { LOCAL_ANON_KEY } from '../../local-backend/keys.ts';
import { ENTRIES } from '../../scripts/bench/database/queries.ts';
import { requestRows } from '../../src/lib/data/request.ts';
import { SCHEMA_VERSION } from '../../src/lib/data/schema-version.ts';
import { browserPlatform } from '../../src/lib/platform/browser.ts';
import { setPlatform } from '../../src/lib/platform/platform.ts';
import * as storageKeys from '../../src/lib/platform/storage-keys.ts';
import { TOKEN_SECRET } from '../keys.ts';
import { memoryPlatform } from '../memory-platform.ts';
import { cy } from '../people.ts';
import { samplesOf } from '../samples.ts';
import { forgedToken, ORIGIN } from './as.ts';

/** A database on its way to this version: what its customers read, and what its operator does. */
const SUPABASE = new URL('../../supabase/', import.meta.url);
const FIRST = '00_privileges.sql';
const CALM = 'Stampcard is being updated. Please try again in a few minutes.';

const claims = { sub: cy.id, aud: 'authenticated', role: 'authenticated', exp: 4e9 };
const token = forgedToken(claims, TOKEN_SECRET);
const session = {
  access_token: token,
  refresh_token: 'none',
  expires_at: claims.exp,
  user: { id: cy.id, email: cy.email },
};

const samples = samplesOf(cy.id);

const filesOf = async (folder: 'schemas' | 'migrations') =>
  (await readdir(new URL(folder, SUPABASE))).sort();

const sqlOf = (path: string) => readFile(new URL(path, SUPABASE), 'utf8');

/** The statements of a script, however their texts and comments are punctuated. */
function statementsIn(sql: string): string[] {
  const statements = [''];
  for (const [part] of sql.matchAll(/--.*|\$\$[\s\S]*?\$\$|'[^']*'|"[^"]*"|;|[^;'"$-]+|./g)) {
    if (part === ';') statements.push('');
    else if (!part.startsWith('--')) statements[statements.length - 1] += part;
  }
  return statements.filter((statement) => statement.trim() !== '');
}

let backend: Backend;

/** In one transaction, as some of them need it. A hosted project tells PostgREST by itself. */
async function apply(statements: readonly string[]): Promise<void> {
  const told = `notify pgrst, 'reload schema'`;
  for (const statement of ['begin', ...statements, told, 'commit']) await backend.query(statement);
}

let versionRequests = 0;

async function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  if (request.url.endsWith('/rpc/schema_version')) versionRequests += 1;
  const response = await backend.fetch(request);
  return response ?? Response.error();
}

interface Read {
  name: string;
  /** 'shown', or the sentence that is shown in its place. */
  outcome: () => Promise<string>;
}

/** The reads of the site's screens: of those that ask for the same columns one. */
function readsOfScreens(): Read[] {
  const reads = new Map<string, Read>();
  for (const { name, request } of ENTRIES) {
    const { path, body, exactCount } = request(samples, 0);
    const { pathname, searchParams } = new URL(path, ORIGIN);
    // The till's own.
    if (pathname === '/rpc/till_log') continue;
    const headers = {
      apikey: LOCAL_ANON_KEY,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(exactCount ? { prefer: 'count=exact' } : {}),
    };
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    const call = async () => {
      const response = await send(`${ORIGIN}/rest/v1${path}`, init);
      const answer = await response.json();
      return response.ok
        ? { data: answer, error: null }
        : { data: null, error: answer, status: response.status };
    };
    const outcome = () =>
      requestRows('Unable to load.', call).then(
        () => 'shown',
        (error: Error) => error.message,
      );
    reads.set(`${pathname} ${searchParams.get('select')}`, { name, outcome });
  }
  return [...reads.values()];
}

beforeAll(async () => {
  backend = await createBackend({
    origin: ORIGIN,
    jwtSecret: TOKEN_SECRET,
    schema: fileURLToPath(new URL(`schemas/${FIRST}`, SUPABASE)),
  });
  const device = memoryPlatform('/home', ORIGIN);
  device.localStorage.set(storageKeys.session, JSON.stringify(session));
  setPlatform(device);
  vi.stubGlobal('fetch', send);
});

afterAll(async () => {
  vi.unstubAllGlobals();
  setPlatform(browserPlatform);
  await backend.close();
});

test('while the schema is half applied each read is shown, or says calmly that it is not', {
  timeout: 120_000,
}, async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const reads = readsOfScreens();
  const outcomes: string[] = [];
  for (const file of await filesOf('schemas')) {
    if (file === FIRST) continue;
    const statements = statementsIn(await sqlOf(`schemas/${file}`));
    // Tables are there then, and nobody may read them yet.
    const granted = statements.findIndex((sql) => sql.includes('grant select on table'));
    const middle = granted > 0 ? granted : Math.floor(statements.length / 2);
    await apply(statements.slice(0, middle));
    for (const { name, outcome } of reads) outcomes.push(`${file}, ${name}: ${await outcome()}`);
    await apply(statements.slice(middle));
  }
  expect(outcomes.filter((text) => !text.endsWith(': shown') && !text.endsWith(CALM))).toEqual([]);
  for (const { outcome } of reads) expect(await outcome()).toBe('shown');

  // The backend itself writes the errors that it answers with.
  const lines = told.mock.calls.flat().filter((line) => typeof line === 'string');
  told.mockRestore();
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) {
    expect(line).toMatch(
      new RegExp(
        `^Stampcard was built for version ${SCHEMA_VERSION} of its schema, and the backend lacks something: ".+" \\(\\w+\\)\\. The backend has no version: .* npx supabase db push --remote\\.$`,
      ),
    );
  }
  // Each thing that is missing once, however often it was asked for.
  expect(new Set(lines).size).toBe(lines.length);
  expect(lines.join()).toContain(`"Could not find the table 'public.stores' in the schema cache"`);
  expect(lines.join()).toContain('"permission denied for table stamps" (42501)');
  expect(versionRequests).toBe(1);
});

test('the last migration ends by saying its number, which anyone may read and the site was built for', async () => {
  const file = (await filesOf('migrations')).at(-1) ?? '';
  const number = file.split('_')[0];
  const statements = statementsIn(await sqlOf(`migrations/${file}`));
  const said = statements.findIndex((sql) => sql.includes(`as $$ select '${number}' $$`));
  expect(statements[said]).toContain('function public.schema_version() returns text');
  // By half it has no number: nobody may ask before the last statement.
  const rest = statements.slice(said + 1).map((sql) => sql.trim());
  expect(
    rest.filter((sql) => !/^(comment|grant .*) on function public\.schema_version/.test(sql)),
  ).toEqual([]);
  expect(SCHEMA_VERSION).toBe(number);
  const response = await send(`${ORIGIN}/rest/v1/rpc/schema_version`, {
    headers: { apikey: LOCAL_ANON_KEY },
  });
  expect(await response.json()).toBe(number);
});

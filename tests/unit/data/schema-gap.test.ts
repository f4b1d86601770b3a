// @vitest-environment node
import { expect, onTestFinished, test, vi } from 'vitest';
import { SCHEMA_VERSION } from '../../../src/lib/data/schema-version.ts';
import { MORNING, openPage, settle } from '../state/open-page.ts';
import { type Answer, noFunction, offline, refusal, rows } from './fake-backend.ts';

const CALM = 'Stampcard is being updated. Please try again in a few minutes.';
const BEGIN = `Stampcard was built for version ${SCHEMA_VERSION} of its schema, and the backend lacks something: `;

const missingTable = refusal(404, {
  code: 'PGRST205',
  message: "Could not find the table 'public.events' in the schema cache",
});

/** The event that a screen asks for. */
const readEvent = async () =>
  (await import('../../../src/lib/data/events.ts')).eventById('5').then(
    () => null,
    (error: unknown) => error,
  );

/** Takes what was written for the operator; what nobody takes is a complaint. */
function watchConsole(method: 'error' | 'info'): () => unknown[] {
  const spy = vi.spyOn(console, method).mockImplementation(() => undefined);
  return () => {
    const lines = spy.mock.calls.flat();
    spy.mockClear();
    return lines;
  };
}

const says =
  (version: string): Answer =>
  () =>
    Response.json(version);

test.each([
  ['PGRST002', 'Could not query the database for the schema cache. Retrying.'],
  ['PGRST200', 'Could not find a relationship'],
  ['PGRST202', 'Could not find the function'],
  ['PGRST203', 'Could not choose the best candidate function'],
  ['PGRST204', "Could not find the 'terms' column"],
  ['PGRST205', 'Could not find the table'],
  ['42703', 'column events.date does not exist'],
  ['42883', 'function private.today() does not exist'],
  ['42P01', 'relation "events" does not exist'],
  ['42501', 'permission denied for table events'],
])('a schema that lacks something (%s: %s) is a calm sentence', async (code, message) => {
  const { backend } = await openPage('/events');
  const takeLines = watchConsole('error');
  backend.answer('rest/events', refusal(code === '42501' ? 403 : 404, { code, message }));
  // Retryable: what was seen last stays, and it is asked again.
  expect(await readEvent()).toMatchObject({ message: CALM, code, retryable: true });
  await settle();
  expect(takeLines()).toEqual([expect.stringContaining(`${BEGIN}"${message}" (${code}). `)]);
});

test.each([
  ['42501', 'new row violates row-level security policy for table "rewards"'],
  ['42601', 'The kitchen is closed.'],
  ['PGRST301', 'JWT expired'],
])('another refusal (%s) keeps its words', async (code, message) => {
  const { backend } = await openPage('/events');
  backend.answer('rest/events', refusal(400, { code, message }));
  expect(await readEvent()).toMatchObject({ message, code, retryable: false });
  expect(backend.of('rest/rpc/schema_version')).toEqual([]);
});

test('a call that another tab’s log-out made a stranger’s is none that the schema can’t answer', async () => {
  const { backend } = await openPage('/events');
  const message = 'permission denied for table events';
  backend.answer('rest/events', refusal(401, { code: '42501', message }));
  backend.answer('auth/token', refusal(400, { code: 'session_not_found', message: 'Gone.' }));
  expect(await readEvent()).toMatchObject({ status: 401, retryable: false });
  expect(backend.of('rest/rpc/schema_version')).toEqual([]);
});

test('where the code that says so is gone from the host the fallback is shown', async () => {
  const { backend } = await openPage('/events');
  vi.doMock('../../../src/lib/data/schema-gap.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  onTestFinished(() => vi.doUnmock('../../../src/lib/data/schema-gap.ts'));
  backend.answer('rest/events', missingTable);
  expect(await readEvent()).toMatchObject({ message: 'Unable to load events.' });
});

const LINE = `${BEGIN}"Could not find the table 'public.events' in the schema cache" (PGRST205). `;
const APPLY = 'Apply what is missing: npx supabase db push --remote.';

const versions: [name: string, answer: Answer, advice: string][] = [
  ['older', says('20251122002000'), `The backend has version 20251122002000. ${APPLY}`],
  [
    'none',
    noFunction,
    `The backend has no version: it predates versions, or was not made by these migrations. ${APPLY}`,
  ],
  [
    'newer',
    says('29990101000000'),
    'The backend has version 29990101000000: this page is from an older release. Reload it; if that does not help, rebuild the site.',
  ],
  [
    'the same',
    says(SCHEMA_VERSION),
    "The backend says that it has this version: something was removed from it since, or its API has not noticed the change (notify pgrst, 'reload schema').",
  ],
  ['a table', rows([]), 'The backend does not say which version it has.'],
  ['no answer', offline, 'The backend does not say which version it has.'],
];

test.each(versions)('a backend whose version is %s', async (_, answer, advice) => {
  const { backend } = await openPage('/events');
  const takeLines = watchConsole('error');
  backend.answer('rest/events', missingTable);
  backend.answer('rest/rpc/schema_version', answer);
  await readEvent();
  await readEvent();
  await settle();
  expect(takeLines()).toEqual([LINE + advice]);
  const [asked, ...others] = backend.of('rest/rpc/schema_version');
  expect([asked?.method, others]).toEqual(['GET', []]);
  // As anyone, not with the customer's token.
  expect(asked?.headers.get('authorization')).toBeNull();
});

test('each thing that is missing has its line, and the version is asked for once', async () => {
  const { backend } = await openPage('/events');
  const takeLines = watchConsole('error');
  backend.answer('rest/events', missingTable);
  backend.answer('rest/rewards', refusal(400, { code: '42703', message: 'No such column.' }));
  await readEvent();
  const { rewardById } = await import('../../../src/lib/data/rewards.ts');
  await expect(rewardById('7', MORNING)).rejects.toThrow(CALM);
  await settle();
  expect(takeLines()).toEqual([
    expect.stringContaining(LINE),
    expect.stringContaining(`${BEGIN}"No such column." (42703). `),
  ]);
  expect(backend.of('rest/rpc/schema_version')).toHaveLength(1);
});

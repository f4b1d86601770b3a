// @vitest-environment node
import { expect, test, vi } from 'vitest';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import { calls, keepSession, keptSession } from '../data/calls.ts';
import {
  type Answer,
  emptyBody,
  htmlPage,
  inTurn,
  later,
  noFunction,
  nothing,
  offline,
  refusal,
  rows,
} from '../data/fake-backend.ts';
import {
  ana,
  ben,
  elsewhere,
  goTo,
  MORNING,
  openPage,
  pass,
  sessionOf,
  settle,
  show,
  startSession,
  userOf,
  watch,
  withAuthWarnings,
} from './open-page.ts';

async function openProfile() {
  const page = await openPage('/profile', { as: ana });
  const state = await import('../../../src/lib/state/my-data.ts');
  await watch(state.$aboutMe);
  return { ...page, ...state };
}

const saves = (actions: readonly string[]) => actions.filter((action) => action.startsWith('save'));

test('the download is named after the day, and after a failure says so and works again', async () => {
  const { backend, device, download } = await openProfile();
  backend.answer('rest/rpc/my_data', offline);
  expect(await download()).toBe('We couldn’t collect your data.');
  backend.answer('rest/rpc/my_data', noFunction);
  vi.spyOn(device, 'saveFile').mockResolvedValueOnce(false);
  expect(await download()).toBe('We couldn’t save the file.');
  expect(saves(device.actions)).toEqual([]);
  // A share sheet opens only soon after a tap: for the next one everything is at hand.
  backend.answer('rest/rpc/my_data', offline);
  expect(await download()).toBe('Saved as stampcard-data-2026-11-21.json.');
  const [saved = ''] = saves(device.actions);
  expect(saved).toMatch(/^save stampcard-data-2026-11-21\.json as application\/json: \{/);
  expect(saved).toContain('ana@example.com');
  expect(await download()).toBe('We couldn’t collect your data.');
});

test('only one download runs at a time, and it says how much there is so far', async () => {
  const { $collection, backend, collect } = await openProfile();
  const part = later();
  backend.answer('rest/rpc/my_data', (asked) =>
    asked.query.get('part') === 'account' && asked.query.get('after') === '0'
      ? rows([{ id: 1, entry: {} }])(asked)
      : part.answer(asked),
  );
  const first = collect();
  await settle();
  await collect();
  expect($collection.get()).toEqual({ status: 'collecting', entries: 1 });
  part.come(rows([]));
  await first;
  expect($collection.get().status).toBe('ready');
});

test('the download ends with the session: what comes later is neither shown nor saved', async () => {
  const { $collection, backend, device, download } = await openProfile();
  const answer = later();
  backend.answer('rest/rpc/my_data', answer.answer);
  const downloading = download();
  await settle();
  elsewhere({ device }, ben);
  answer.come(rows([]));
  expect(await downloading).toBe(null);
  expect($collection.get()).toEqual({ status: 'idle' });
  expect(saves(device.actions)).toEqual([]);
});

test('the deletion leaves nothing on the device, and stays on this page', async () => {
  const { $deletion, backend, deleteMyAccount, device } = await openProfile();
  const { $session } = await import('../../../src/lib/state/session/session.ts');
  device.localStorage.set(storageKeys.sharePromptDismissed, '2026-11-21');
  device.sessionStorage.set(storageKeys.announcedStamps, 'something');
  backend.answer('rest/rpc/delete_account', nothing);
  await deleteMyAccount();
  expect($deletion.get()).toEqual({ step: 'done' });
  expect($session.get()).toEqual({ status: 'loading' });
  expect([...device.localStorage.keys(), ...device.sessionStorage.keys()]).toEqual([]);
  expect(device.actions).toEqual(['clear caches', 'end push']);
  await deleteMyAccount();
  expect(backend.of('rest/rpc/delete_account')).toHaveLength(1);
});

test('a deletion that ends after the profile was left leads to the sign-in', async () => {
  const { backend, deleteMyAccount, device } = await openProfile();
  const { guardScreen } = await import('../../../src/lib/state/session/guard.ts');
  await guardScreen('login');
  const answer = later();
  backend.answer('rest/rpc/delete_account', answer.answer);
  const deleting = deleteMyAccount();
  await settle();
  await goTo({ device }, '/home', true);
  answer.come(nothing);
  await deleting;
  expect(device.actions.at(-1)).toBe('replace /login?redirect=/home');
});

test.each([
  ['done', nothing],
  ['refused', refusal(403, { message: 'No.' })],
])('a deletion that is %s once somebody else is here leaves their data alone', async (_, came) => {
  const { $deletion, backend, deleteMyAccount, device } = await openProfile();
  const answer = later();
  backend.answer('rest/rpc/delete_account', answer.answer);
  $deletion.set({ step: 'deciding' });
  const deleting = deleteMyAccount();
  await settle();
  elsewhere({ device }, ben);
  expect($deletion.get()).toEqual({ step: 'closed' });
  answer.come(came);
  await deleting;
  expect($deletion.get()).toEqual({ step: 'closed' });
  expect(device.localStorage.get(storageKeys.session)).toContain('ben');
});

const UNANSWERED =
  'We got no answer, so your account may or may not be deleted. It’s safe to try again.';

test.each([
  ['Not while you work at a till.', refusal(403, { message: 'Not while you work at a till.' })],
  [UNANSWERED, offline],
  [UNANSWERED, htmlPage(504)],
  [UNANSWERED, emptyBody],
  ['No.', refusal(500, { code: 'XX000', message: 'No.' })],
])(
  'a deletion that fails says %j, keeps everything, and can be tried again',
  async (message, answer) => {
    const { $deletion, backend, deleteMyAccount, device } = await openProfile();
    backend.answer('rest/rpc/delete_account', answer);
    await deleteMyAccount();
    expect($deletion.get()).toEqual({ step: 'failed', message });
    expect(device.localStorage.get(storageKeys.session)).toContain('ana');
    backend.answer('rest/rpc/delete_account', nothing);
    await deleteMyAccount();
    expect($deletion.get()).toEqual({ step: 'done' });
  },
);

test('a deletion that is repeated after a lost answer leaves nothing, and leads to the sign-in', async () => {
  const { backend, deleteMyAccount, device } = await openProfile();
  await (await import('../../../src/lib/state/session/guard.ts')).guardScreen('login');
  device.localStorage.set(storageKeys.nameSkipped, 'ana');
  device.localStorage.set(storageKeys.reminders, JSON.stringify({ person: 'ana' }));
  backend.answer('rest/rpc/delete_account', offline);
  await deleteMyAccount();
  expect(device.localStorage.get(storageKeys.nameSkipped)).toBe('ana');
  // The account is gone, and its session with it.
  backend.answer('rest/rpc/delete_account', refusal(401, { code: 'PT401', message: 'Ended.' }));
  backend.answer('auth/token', refusal(400, { error_code: 'refresh_token_not_found', msg: 'No.' }));
  await withAuthWarnings(deleteMyAccount);
  expect([...device.localStorage.keys(), ...device.sessionStorage.keys()]).toEqual([]);
  expect(device.actions).toEqual([
    ...['replace /login?redirect=/profile', 'clear caches', 'end push'],
  ]);
});

test('a deletion without an answer in 15 s can be tried again, and two taps send one request', async () => {
  const { $deletion, backend, deleteMyAccount } = await openProfile();
  backend.answer('rest/rpc/delete_account', later().answer);
  const first = deleteMyAccount();
  void deleteMyAccount();
  await pass(15_000);
  await first;
  expect(backend.of('rest/rpc/delete_account')).toHaveLength(1);
  expect($deletion.get()).toMatchObject({ step: 'failed' });
});

const nameless = { ...ana, fullName: null, displayName: null };

async function openNamed(as = ana) {
  const page = await openPage('/profile', { as });
  const { $person } = await import('../../../src/lib/state/session/session.ts');
  await startSession();
  return { ...page, $person, ...(await import('../../../src/lib/state/own-name.ts')) };
}

test('a name is stored with the account, apart from the one Google overwrites, and shown at once', async () => {
  const { backend, changeName, $person } = await openNamed(nameless);
  const user_metadata = { full_name: 'Google’s', chosen_name: 'Mia' };
  backend.answer('auth/user', refusal(200, { ...userOf(ana), user_metadata }));
  expect(await changeName('  Mia\u202E ')).toBe('Saved.');
  expect(backend.of('auth/user').map(({ method, body }) => [method, body])).toEqual([
    ['PUT', expect.objectContaining({ data: { full_name: 'Mia', chosen_name: 'Mia' } })],
  ]);
  await settle();
  expect($person.get()?.fullName).toBe('Mia');
});

test('a customer who removed their name stays without one when Google sends it again', async () => {
  const { $asksName, backend, changeName, $person } = await openNamed();
  show($asksName);
  const user_metadata = { full_name: 'Ana Reyes', chosen_name: '' };
  backend.answer('auth/user', refusal(200, { ...userOf(ana), user_metadata }));
  expect(await changeName('')).toBe('Saved.');
  await settle();
  expect($person.get()).toMatchObject({ fullName: null, email: ana.email });
  // That was an answer: /home does not ask again.
  expect($asksName.get()).toBe(false);
});

test('a name that can’t be saved says so, and nobody else’s is changed', async () => {
  const { backend, device, changeName, $person } = await openNamed();
  backend.answer('auth/user', offline);
  expect(await changeName('Mia')).toBe('We couldn’t save your name.');
  expect($person.get()).toEqual(ana);
  const asked = backend.of('auth/user').length;
  device.localStorage.set(storageKeys.session, JSON.stringify(sessionOf(ben)));
  expect(await changeName('Mia')).toBe('We couldn’t save your name.');
  expect(backend.of('auth/user')).toHaveLength(asked);
});

test('an answer without a person, from something in between, saves no name and keeps the session', async () => {
  const { backend, device, changeName, $person } = await openNamed();
  const before = keptSession(device);
  backend.answer('auth/user', refusal(200, { ok: true }));
  expect(await changeName('Mia')).toBe('We couldn’t save your name.');
  await settle();
  expect([keptSession(device), $person.get()]).toEqual([before, ana]);
});

test('a name that is refused for its token is saved with a renewed one', async () => {
  const { backend, changeName } = await openNamed(nameless);
  const kept = refusal(200, { ...userOf(ana), user_metadata: { chosen_name: 'Mia' } });
  backend.answer('auth/user', inTurn(refusal(403, { error_code: 'bad_jwt', msg: 'No.' }), kept));
  backend.answer('auth/token', refusal(200, sessionOf(ana, 3600, 'second')));
  expect(await changeName('Mia')).toBe('Saved.');
});

test('a name typed after the browser has forgotten the session leads to the sign-in', async () => {
  const { device, changeName, $person } = await openNamed();
  device.localStorage.clear();
  expect(await changeName('Mia')).toBe('We couldn’t save your name.');
  expect($person.get()).toBe(null);
});

test('a name that can’t be saved because the session ended elsewhere ends it here', async () => {
  const { backend, device, changeName } = await openNamed();
  const ended = refusal(403, { error_code: 'session_not_found', msg: 'Session does not exist' });
  backend.answer('auth/user', ended);
  backend.answer('auth/token', refusal(400, { error_code: 'refresh_token_not_found', msg: 'No.' }));
  expect(await changeName('Mia')).toBe('We couldn’t save your name.');
  expect(device.localStorage.get(storageKeys.session)).toBe(null);
});

test.each([
  ['is over', null],
  ['is somebody else’s', ben],
  ['was renewed', ana],
])('a name saved after the session %s does not bring the old one back', async (_, person) => {
  const { backend, device, changeName, $person } = await openNamed(nameless);
  const slow = later();
  backend.answer('auth/user', slow.answer);
  const changing = changeName('Mia');
  await settle();
  if (person) keepSession(device, sessionOf(person, 3600, 'theirs'));
  else device.localStorage.clear();
  device.emitStorageChange(storageKeys.session);
  const before = [device.localStorage.get(storageKeys.session), $person.get()];
  slow.come(refusal(200, { ...userOf(ana), user_metadata: { chosen_name: 'Mia' } }));
  expect(await changing).toBe('We couldn’t save your name.');
  expect([device.localStorage.get(storageKeys.session), $person.get()]).toEqual(before);
});

test.each([
  ['a customer with a name is not asked', ana, false],
  ['a customer without one is asked until they skip', nameless, true],
  ['a guest is not asked', { ...nameless, isGuest: true as const }, false],
])('the question about a name: %s', async (_, who, asks) => {
  vi.stubEnv('GUESTS', 'true');
  const { $asksName, skipName } = await openNamed(who);
  show($asksName);
  expect($asksName.get()).toBe(asks);
  skipName();
  expect($asksName.get()).toBe(false);
});

test('the next person on the same phone is asked even if the one before skipped', async () => {
  const { device, skipName } = await openNamed(nameless);
  skipName();
  await openPage('/home', { device, as: { ...ben, fullName: null, displayName: null } });
  await startSession();
  const { $asksName } = await import('../../../src/lib/state/own-name.ts');
  show($asksName);
  expect($asksName.get()).toBe(true);
});

const on = new AbortController().signal;

/** Entries with the ids from…to, as the function answers them. */
const entries = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => ({ id: from + at, entry: { id: from + at } }));

/** A part of so many entries, in pages of three. */
const pages = (total: Record<string, number>): Answer => {
  return (asked) => {
    const after = Number(asked.query.get('after'));
    const last = Math.min(after + 3, total[asked.query.get('part') ?? ''] ?? 0);
    return rows(entries(after + 1, last))(asked);
  };
};

async function collectAll(onProgress: (entries: number) => void = () => undefined) {
  return (await calls()).collectMyData(ana, MORNING, onProgress, on);
}

test('everything that is kept is read page after page, until nothing comes', async () => {
  const { backend } = await openPage('/profile', { as: ana });
  backend.answer('rest/rpc/my_data', pages({ account: 1, stamps: 7, redemptions: 2, scans: 0 }));
  backend.answer('rest/rpc/my_cards', rows([{ store_id: 3, store_name: 'Kape', stamp_count: 4 }]));
  const progress: number[] = [];
  const data = await collectAll((count) => progress.push(count));
  expect(data).toMatchObject({ at: MORNING, isComplete: true, account: { id: 1 }, scans: [] });
  expect(data.stamps.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(data.redemptions).toHaveLength(2);
  expect(data.cards).toMatchObject([{ store_id: '3', store_name: 'Kape', stamp_count: 4 }]);
  expect(progress).toEqual([1, 4, 7, 8, 10]);
  const [first] = backend.of('rest/rpc/my_data');
  const asked = ['GET', ['part', 'account'], ['after', '0'], ['page_size', '1000']];
  expect([first?.method, ...(first?.query ?? [])]).toEqual(asked);
});

test('a backend that sends the same page again and again is not asked forever', async () => {
  const { backend } = await openPage('/profile', { as: ana });
  backend.answer('rest/rpc/my_data', rows(entries(1, 3)));
  expect((await collectAll()).stamps).toHaveLength(3);
});

test('without the function, everything is what the tables let the customer read', async () => {
  const { backend } = await openPage('/profile', { as: ana });
  backend.answer('rest/rpc/my_data', noFunction);
  backend.answer('rest/stamps', (asked) =>
    rows(asked.query.has('id') ? [] : [{ id: 'b-1', stamp_count: 2 }])(asked),
  );
  backend.answer('rest/redemptions', rows([{ id: 'r-1' }]));
  const data = await collectAll();
  expect(data).toMatchObject({
    isComplete: false,
    account: { email: 'ana@example.com', full_name: 'Ana Reyes' },
    stamps: [{ id: 'b-1', stamp_count: 2 }],
    redemptions: [{ id: 'r-1' }],
  });
  expect(backend.queries('rest/stamps')[1]).toMatchObject({
    user_id: 'eq.ana',
    id: 'gt.b-1',
    order: 'id.asc',
    limit: '1000',
  });
});

test('nothing more is collected, and nothing deleted, once somebody else is signed in', async () => {
  const { backend, device } = await openPage('/profile', { as: ana });
  backend.answer('rest/rpc/my_data', (asked) => {
    keepSession(device, sessionOf(ben));
    return rows(entries(1, 3))(asked);
  });
  const refused = { message: 'Someone else is signed in on this device now.' };
  await expect(collectAll()).rejects.toMatchObject(refused);
  expect(backend.of('rest/rpc/my_data')).toHaveLength(1);
  await expect((await calls()).deleteAccount('ana')).rejects.toMatchObject(refused);
  expect(backend.of('rest/rpc/delete_account')).toEqual([]);
});

test('an account is deleted with its person’s own token, or else the customer learns whom to ask', async () => {
  const { backend } = await openPage('/profile', { as: ana });
  const { deleteAccount } = await calls();
  backend.answer('rest/rpc/delete_account', nothing);
  await deleteAccount('ana');
  expect(backend.of('rest/rpc/delete_account').map(({ method }) => method)).toEqual(['POST']);
  expect(backend.tokens('rest/rpc/delete_account')).toEqual(['Bearer access-ana-first']);
  backend.answer('rest/rpc/delete_account', noFunction);
  await expect(deleteAccount('ana')).rejects.toThrow(
    'This can’t be done here. Please write to the address in the Privacy Policy, and we’ll delete your account.',
  );
});

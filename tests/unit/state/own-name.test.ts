// @vitest-environment node
import { expect, test, vi } from 'vitest';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import { offline, refusal } from '../data/fake-backend.ts';
import { ana, ben, openPage, sessionOf, settle, show, userOf } from './open-page.ts';

const nameless = { ...ana, fullName: null, displayName: null };

async function open(as = ana) {
  const page = await openPage('/profile', { as });
  const { startSession, $person } = await import('../../../src/lib/state/session/session.ts');
  await startSession();
  return { ...page, $person, ...(await import('../../../src/lib/state/own-name.ts')) };
}

test('a name is kept with the account, beside what Google would write over it, and is there at once', async () => {
  const { backend, changeName, $person } = await open(nameless);
  const user_metadata = { full_name: 'Google’s', chosen_name: 'Mia' };
  backend.answer('auth/user', refusal(200, { ...userOf(ana), user_metadata }));
  expect(await changeName('  Mia\u202E ')).toBe('Saved.');
  expect(backend.of('auth/user').map(({ method, body }) => [method, body])).toEqual([
    ['PUT', expect.objectContaining({ data: { full_name: 'Mia', chosen_name: 'Mia' } })],
  ]);
  await settle();
  expect($person.get()?.fullName).toBe('Mia');
});

test('a name that can’t be kept says so, and nobody else’s is changed', async () => {
  const { backend, device, changeName, $person } = await open();
  backend.answer('auth/user', offline);
  expect(await changeName('Mia')).toBe('We couldn’t save your name.');
  expect($person.get()).toEqual(ana);
  const asked = backend.of('auth/user').length;
  device.localStorage.set(storageKeys.session, JSON.stringify(sessionOf(ben)));
  expect(await changeName('Mia')).toBe('We couldn’t save your name.');
  expect(backend.of('auth/user')).toHaveLength(asked);
});

test.each([
  ['nobody who has one', ana, false],
  ['whoever has none', nameless, true],
  ['no guest', { ...nameless, isGuest: true as const }, false],
])('a name is asked of %s, until it is skipped', async (_, who, asks) => {
  vi.stubEnv('GUESTS', 'true');
  const { $asksName, skipName } = await open(who);
  show($asksName);
  expect($asksName.get()).toBe(asks);
  skipName();
  expect($asksName.get()).toBe(false);
});

test('what one person skipped is asked of the next one on the same phone', async () => {
  const { device, skipName } = await open(nameless);
  skipName();
  await openPage('/home', { device, as: { ...ben, fullName: null, displayName: null } });
  const { startSession } = await import('../../../src/lib/state/session/session.ts');
  await startSession();
  const { $asksName } = await import('../../../src/lib/state/own-name.ts');
  show($asksName);
  expect($asksName.get()).toBe(true);
});

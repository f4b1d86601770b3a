/** A page of the site in its own world: fresh modules, a device in memory, a scripted backend. */
import { setImmediate as nextTurn } from 'node:timers';
import type { ReadableAtom } from 'nanostores';
import { expect, onTestFinished, vi } from 'vitest';
import type { Person } from '../../../src/lib/domain/entities.ts';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import { type MemoryPlatform, memoryPlatform } from '../../memory-platform.ts';
import { type Answer, type FakeBackend, fakeBackend, refusal } from '../data/fake-backend.ts';
import { FakeSocket } from '../data/fake-socket.ts';
import { person } from '../domain/examples.ts';

/** 10 o'clock in the app's zone. */
export const MORNING = Date.parse('2026-11-21T02:00:00Z');

export const ana = person({ id: 'ana', email: 'ana@example.com', fullName: 'Ana Reyes' });
export const ben = person({ id: 'ben', email: 'ben@example.com', fullName: 'Ben Santos' });

/** Has started without an account. */
export const gia = person({
  id: 'gia',
  email: null,
  provider: null,
  fullName: null,
  displayName: null,
  isGuest: true,
});

/** As the auth service writes it. */
export const userOf = ({ id, email, provider, fullName, displayName, isGuest }: Person) => ({
  id,
  aud: 'authenticated',
  email: email ?? '',
  app_metadata: isGuest ? {} : { provider },
  user_metadata: { full_name: fullName, display_name: displayName },
  is_anonymous: isGuest === true,
  created_at: '2026-01-01T00:00:00Z',
});

/** A session as the auth service answers it and as the device keeps it. */
export const sessionOf = (who: Person, expiresInSeconds = 3600, token = 'first') => ({
  access_token: `access-${who.id}-${token}`,
  refresh_token: `refresh-${who.id}-${token}`,
  token_type: 'bearer',
  expires_in: expiresInSeconds,
  expires_at: Math.floor(Date.now() / 1000) + expiresInSeconds,
  user: userOf(who),
});

/** How a token ends that names its session, as the auth service writes them. */
export const inSession = (session_id: string) => `first.${btoa(JSON.stringify({ session_id }))}.`;

export interface Page {
  device: MemoryPlatform;
  backend: FakeBackend;
}

export interface PageOptions {
  /** null: no customer is signed in. */
  as?: Person | null;
  now?: number;
  /** The device of an earlier page of the same tab. */
  device?: MemoryPlatform;
}

let isTranslated = false;

/**
 * The code that pages load when they need it is translated beforehand: a test that lets answers
 * arrive does not wait for that.
 */
async function translateLaterCode(): Promise<void> {
  if (isTranslated) return;
  isTranslated = true;
  const { setPlatform } = await import('../../../src/lib/platform/platform.ts');
  setPlatform(memoryPlatform());
  const { auth } = await import('../../../src/lib/data/auth-client.ts');
  await auth.stopAutoRefresh();
  await import('../../../src/lib/state/live.ts');
  await import('../../../src/lib/data/active-rewards.ts');
  await import('../../../src/lib/data/table-client.ts');
  await import('../../../src/lib/state/reading/snapshots.ts');
  await import('../../../src/lib/data/schema-gap.ts');
  await import('../../../src/lib/data/clock-lag.ts');
  await import('../../../src/lib/data/guest-move.ts');
  vi.clearAllTimers();
  vi.resetModules();
}

/** Time stands still from here on: it passes when a test says so. */
export async function openPage(path: string, options: PageOptions = {}): Promise<Page> {
  const { as = ana, now = MORNING, device = memoryPlatform(path) } = options;
  vi.resetModules();
  vi.useFakeTimers({ now });
  onTestFinished(() => void vi.useRealTimers());
  await translateLaterCode();
  device.setAddress(path);
  const backend = fakeBackend();
  vi.stubGlobal('fetch', backend.fetch);
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  const { setPlatform } = await import('../../../src/lib/platform/platform.ts');
  setPlatform(device);
  if (as) device.localStorage.set(storageKeys.session, JSON.stringify(sessionOf(as)));
  return { device, backend };
}

/** As every screen does first. */
export const startSession = async (): Promise<void> =>
  (await import('../../../src/lib/state/session/session.ts')).startSession();

/** From one screen of the open document to another: by a tap, or back. */
export async function goTo({ device }: Pick<Page, 'device'>, path: string, isReturn = false) {
  const { leaveScreen } = await import('../../../src/lib/state/address.ts');
  const { arrive } = await import('../../../src/lib/state/arrive.ts');
  leaveScreen();
  device.setAddress(path);
  arrive(isReturn);
  await settle();
}

/** Another tab of this browser, which shares local storage, signs a person in, or out. */
export function elsewhere({ device }: Pick<Page, 'device'>, as: Person | null): void {
  if (as) device.localStorage.set(storageKeys.session, JSON.stringify(sessionOf(as)));
  else device.localStorage.clear();
  device.emitStorageChange(as ? storageKeys.session : null);
}

/** Shows values, as a screen does. */
export function show(...values: ReadableAtom<unknown>[]): void {
  for (const $value of values) $value.listen(() => undefined);
}

/** Shows values, with the answers to what is asked for them. */
export async function watch(...values: ReadableAtom<unknown>[]): Promise<void> {
  show(...values);
  await settle();
}

/** Lets answers arrive that are on their way, without any time passing. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) {
    await vi.advanceTimersByTimeAsync(0);
    await new Promise((done) => nextTurn(done));
  }
}

/** Lets everything happen that is due after so many milliseconds. */
export async function pass(milliseconds: number): Promise<void> {
  await settle();
  await vi.advanceTimersByTimeAsync(milliseconds);
  await settle();
}

/** How often a channel is asked whether it is there, in milliseconds. */
export const BEAT = 15_000;

/** Lets as many beats pass, each of them answered. */
export async function live(beats: number): Promise<void> {
  for (let beat = 0; beat < beats; beat += 1) {
    await pass(BEAT);
    FakeSocket.last().beat();
  }
}

/** The auth client says on the console that a renewal failed: here it is meant to. */
export async function withAuthWarnings(work: () => Promise<unknown>): Promise<void> {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await work();
  for (const [message] of warn.mock.calls) expect(message).toHaveProperty('__isAuthError', true);
  warn.mockClear();
}

/* A guest's card on a device, and the backend's answers about it. */
export const PREPARE = 'rest/rpc/prepare_guest_move';
export const MOVE = 'rest/rpc/move_guest_card';

export const ok = (body: unknown): Answer => refusal(200, body as object);
export const prepared = ok('2026-11-28T02:00:00Z');
export const moved = (count: number, leftBehind = 0) =>
  ok({ moved: count, left_behind: leftBehind });
export const refused = (status: number, details: string, message: string) =>
  refusal(status, { code: `PT${status}`, details, message });

export const kept = (device: MemoryPlatform) =>
  JSON.parse(device.localStorage.get(storageKeys.guestCard) ?? 'null');
export const keep = (device: MemoryPlatform, card: object | string) =>
  device.localStorage.set(
    storageKeys.guestCard,
    typeof card === 'string' ? card : JSON.stringify(card),
  );
export const secretsOf = (backend: FakeBackend, path: string) =>
  backend.of(path).map(({ body }) => (body as { secret: string }).secret);

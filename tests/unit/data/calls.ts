/** What tests of the calls to the backend have in common. */
import { expect } from 'vitest';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import type { MemoryPlatform } from '../../memory-platform.ts';
import { ana, openPage, type Page, pass, sessionOf } from '../state/open-page.ts';

/** All calls, as the open page has them. */
export const calls = async () => ({
  ...(await import('../../../src/lib/data/active-rewards.ts')),
  ...(await import('../../../src/lib/data/auth.ts')),
  ...(await import('../../../src/lib/data/events.ts')),
  ...(await import('../../../src/lib/data/log-out.ts')),
  ...(await import('../../../src/lib/data/my-cards.ts')),
  ...(await import('../../../src/lib/data/my-data.ts')),
  ...(await import('../../../src/lib/data/newest.ts')),
  ...(await import('../../../src/lib/data/ready-rewards.ts')),
  ...(await import('../../../src/lib/data/redemptions.ts')),
  ...(await import('../../../src/lib/data/reward-changes.ts')),
  ...(await import('../../../src/lib/data/rewards.ts')),
  ...(await import('../../../src/lib/data/sign-in.ts')),
  ...(await import('../../../src/lib/data/stamp-days.ts')),
  ...(await import('../../../src/lib/data/stamps.ts')),
  ...(await import('../../../src/lib/data/store-search.ts')),
  ...(await import('../../../src/lib/data/stores.ts')),
});

export type Calls = Awaited<ReturnType<typeof calls>>;

export const keepSession = (device: MemoryPlatform, session: object): void =>
  device.localStorage.set(storageKeys.session, JSON.stringify(session));

export const keptSession = (device: MemoryPlatform): string | null =>
  device.localStorage.get(storageKeys.session);

/** A page of Ana's whose token is good for this many more seconds. */
export async function openWithSecondsLeft(seconds: number): Promise<Page> {
  const page = await openPage('/home');
  keepSession(page.device, sessionOf(ana, seconds));
  return page;
}

/** What a call fails with after exactly this time, and not a moment before. */
export async function failureAfter(milliseconds: number, call: Promise<unknown>): Promise<unknown> {
  let outcome: unknown = 'waiting';
  void call.then(
    () => {
      outcome = 'answered';
    },
    (error: unknown) => {
      outcome = error;
    },
  );
  await pass(milliseconds - 1);
  expect(outcome).toBe('waiting');
  await pass(1);
  return outcome;
}

// @vitest-environment node
import { expect, test } from 'vitest';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import { memoryPlatform } from '../../memory-platform.ts';
import { hanging, later, offline, refusal } from '../data/fake-backend.ts';
import { ana, MORNING, openPage, type Page, pass, sessionOf, settle } from './open-page.ts';

const module = () => import('../../../src/lib/state/session/unfinished-log-outs.ts');
const renewed = refusal(200, sessionOf(ana, 3600, 'second'));
const ended = refusal(200, {});

/** A page of a device that could not tell the backend of a log-out. */
async function open(path = '/login', hasFailed = true, since = 0): Promise<Page> {
  const device = memoryPlatform(path);
  const left = [{ id: '1', refreshToken: 'refresh-ana-first', since, hasFailed }];
  device.localStorage.set(storageKeys.logOuts, JSON.stringify(left));
  const page = await openPage(path, { as: null, device });
  page.backend.answer('auth/token', offline);
  page.backend.answer('auth/logout', ended);
  return page;
}

async function start() {
  const { startSession } = await import('../../../src/lib/state/session/session.ts');
  const state = await module();
  await startSession();
  await settle();
  return state;
}

test('an unfinished log-out is finished by the next page that starts', async () => {
  const { backend, device } = await open('/home');
  backend.answer('auth/token', renewed);
  const { $logOutTrouble } = await start();
  expect($logOutTrouble.get()).toBe('none');
  expect(backend.of('auth/logout')).toHaveLength(1);
  expect(device.localStorage.keys()).toEqual([]);
});

test('an unfinished log-out is told of at once, and while it can’t be finished', async () => {
  const { backend } = await open();
  backend.answer('auth/token', hanging);
  const { $logOutTrouble } = await start();
  expect($logOutTrouble.get()).toBe('failed');
  await pass(15_000);
  expect($logOutTrouble.get()).toBe('failed');
});

test('an unfinished log-out that was never tried to its end is told of once that has failed', async () => {
  const { backend } = await open('/login', false);
  backend.answer('auth/token', hanging);
  const { $logOutTrouble } = await start();
  expect($logOutTrouble.get()).toBe('none');
  await pass(15_000);
  expect($logOutTrouble.get()).toBe('failed');
});

test.each([
  ['when the network is back', async ({ device }: Page) => device.setOnline(true)],
  ['when the page is looked at again', async ({ device }: Page) => device.setVisible(true)],
  ['by itself', () => pass(15_000)],
])('an unfinished log-out is tried again %s, and the message goes', async (_, again) => {
  const page = await open();
  const { $logOutTrouble } = await start();
  expect($logOutTrouble.get()).toBe('failed');
  page.backend.answer('auth/token', renewed);
  await again(page);
  await settle();
  expect($logOutTrouble.get()).toBe('none');
  expect(page.device.localStorage.keys()).toEqual([]);
});

test('an unfinished log-out is tried ever more rarely by itself, and at least every five minutes', async () => {
  const { backend } = await open();
  await start();
  const within = async (milliseconds: number) => {
    const before = backend.of('auth/token').length;
    await pass(milliseconds);
    return backend.of('auth/token').length - before;
  };
  const first = await within(60_000);
  await pass(3_600_000);
  const inTenMinutes = await within(600_000);
  expect(first).toBeGreaterThanOrEqual(2);
  expect(inTenMinutes).toBeGreaterThanOrEqual(2);
  expect(inTenMinutes).toBeLessThanOrEqual(5);
});

test('an unfinished log-out is left to the tab that began it for 15 s', async () => {
  const { backend, device } = await open('/home', false, MORNING);
  await start();
  device.setVisible(true);
  device.setOnline(true);
  await pass(14_000);
  expect(backend.requests).toEqual([]);
  backend.answer('auth/token', renewed);
  await pass(1_000);
  expect(backend.of('auth/logout')).toHaveLength(1);
  expect(device.localStorage.keys()).toEqual([]);
});

test('an unfinished log-out that the tab that began it finishes is asked for by no other', async () => {
  const { backend, device } = await open('/home', false, MORNING);
  await start();
  device.localStorage.remove(storageKeys.logOuts);
  await pass(60_000);
  expect(backend.requests).toEqual([]);
});

test('an unfinished log-out that another tab finishes is not told of any more', async () => {
  const { device } = await open();
  const { $logOutTrouble } = await start();
  device.localStorage.remove(storageKeys.logOuts);
  device.emitStorageChange(storageKeys.logOuts);
  expect($logOutTrouble.get()).toBe('none');
});

test('‘Try again’ says that it tries, and that the session has ended', async () => {
  const { backend } = await open();
  const { $logOutTrouble, retryLogOuts } = await start();
  const slow = later();
  backend.answer('auth/token', slow.answer);
  const retrying = retryLogOuts();
  expect($logOutTrouble.get()).toBe('retrying');
  slow.come(renewed);
  await retrying;
  expect($logOutTrouble.get()).toBe('ended');
});

test('‘Try again’ that fails says so again', async () => {
  await open();
  const { $logOutTrouble, retryLogOuts } = await start();
  const seen: string[] = [];
  $logOutTrouble.listen((trouble) => seen.push(trouble));
  await retryLogOuts();
  expect(seen).toEqual(['retrying', 'failed']);
});

// @vitest-environment node
/** 'Near me' asks for a place that may be refused, late, or not wanted any more. */
import { afterEach, expect, test, vi } from 'vitest';
import { rows } from '../data/fake-backend.ts';
import { openPage, pass } from './open-page.ts';

afterEach(() => vi.unstubAllGlobals());

type Found = (position: { coords: { latitude: number; longitude: number } }) => void;
type Failed = (error: { code: number; PERMISSION_DENIED: number }) => void;

async function askForPlace() {
  const { backend } = await openPage('/stores');
  backend.answer('rest/rpc/list_stores', rows([{ id: 1, name: 'Kape Tayo' }]));
  const device: { find?: Found; fail?: Failed } = {};
  const getCurrentPosition = (found: Found, failed: Failed) =>
    Object.assign(device, { find: found, fail: failed });
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition } });
  const { $near, $stores, toggleNear } = await import('../../../src/lib/state/store-list.ts');
  $stores.listen(() => undefined);
  void toggleNear();
  await pass(1000);
  expect($near.get()).toEqual({ status: 'locating' });
  const find = () => device.find?.({ coords: { latitude: 14.64102, longitude: 121.06113 } });
  const fail = (code: number) => device.fail?.({ code, PERMISSION_DENIED: 1 });
  const asked = () => JSON.stringify(backend.of('rest/rpc/list_stores').map(({ body }) => body));
  return { $near, asked, fail, find, toggleNear };
}

test('a place is used at once, and told by the kilometer', async () => {
  const { $near, asked, find } = await askForPlace();
  find();
  await pass(1000);
  expect($near.get().status).toBe('on');
  expect(asked()).toContain('"near_latitude":14.64,"near_longitude":121.06}');
});

test.each([
  [1, 'refused'],
  [2, 'unknown'],
])('a device that answers with error %d says %s', async (code, status) => {
  const { $near, fail } = await askForPlace();
  fail(code);
  await pass(0);
  expect($near.get()).toEqual({ status });
});

test('a place that comes after 20 s, or after it was asked for no more, counts for nothing', async () => {
  const late = await askForPlace();
  await pass(19_000);
  expect(late.$near.get()).toEqual({ status: 'unknown' });
  late.find();
  await pass(1000);
  expect(late.$near.get()).toEqual({ status: 'unknown' });
  void late.toggleNear();
  void late.toggleNear();
  late.find();
  await pass(1000);
  expect(late.$near.get()).toEqual({ status: 'off' });
  expect(late.asked()).not.toContain('near_latitude');
});

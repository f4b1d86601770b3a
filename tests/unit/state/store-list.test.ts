// @vitest-environment node
/** 'Near me' asks for a place that may be refused, late, or not wanted any more. */
import { afterEach, expect, test, vi } from 'vitest';
import { rows } from '../data/fake-backend.ts';
import { openPage, pass, show } from './open-page.ts';

afterEach(() => vi.unstubAllGlobals());

type Found = (position: { coords: { latitude: number; longitude: number } }) => void;
type Failed = (error: { code: number; PERMISSION_DENIED: number }) => void;

async function askForPlace() {
  const { backend, device: phone } = await openPage('/stores');
  backend.answer('rest/rpc/list_stores', rows([{ id: 1, name: 'Kape Tayo' }]));
  const device: { find?: Found; fail?: Failed } = {};
  const getCurrentPosition = (found: Found, failed: Failed) =>
    Object.assign(device, { find: found, fail: failed });
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition } });
  const { $near, $stores, restOfStores, toggleNear } = await import(
    '../../../src/lib/state/store-list.ts'
  );
  show($stores);
  restOfStores.onLeave(() => ({ index: 0, top: 0 }));
  void toggleNear();
  await pass(1000);
  expect($near.get()).toEqual({ status: 'locating' });
  const find = () => device.find?.({ coords: { latitude: 14.64102, longitude: 121.06113 } });
  const fail = (code: number) => device.fail?.({ code, PERMISSION_DENIED: 1 });
  const asked = () => JSON.stringify(backend.of('rest/rpc/list_stores').map(({ body }) => body));
  const kept = () => {
    phone.emitPageLeft();
    return [phone.localStorage, phone.sessionStorage].flatMap((storage) =>
      storage.keys().flatMap((key) => [key, storage.get(key)]),
    );
  };
  return { $near, asked, backend, fail, find, kept, toggleNear };
}

test('a place is used at once, and told by the kilometer', async () => {
  const { $near, asked, find } = await askForPlace();
  find();
  await pass(1000);
  expect($near.get().status).toBe('on');
  expect(asked()).toContain('"near_latitude":14.64,"near_longitude":121.06}');
});

test('a place is kept nowhere on the device, however long the list is that was asked for with it', async () => {
  const { $near, asked, backend, find, kept } = await askForPlace();
  const many = Array.from({ length: 60 }, (_, id) => ({ id: id + 1, name: `Store ${id}` }));
  backend.answer('rest/rpc/list_stores', rows(many));
  find();
  await pass(1000);
  expect([$near.get().status, asked().includes('14.64')]).toEqual(['on', true]);
  expect(JSON.stringify(kept())).not.toContain('14.6');
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

// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { MORNING, openPage, pass } from './open-page.ts';

async function open(now = MORNING) {
  const { device } = await openPage('/home', { now });
  const { $now } = await import('../../../src/lib/state/clock.ts');
  const ticks: (number | null)[] = [];
  const watch = () => $now.listen((time) => ticks.push(time));
  return { $now, device, ticks, watch };
}

test('the clock holds no time before it is watched', async () => {
  const { $now, ticks } = await open();
  await pass(5000);
  expect($now.value).toBe(null);
  expect(ticks).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test('the clock ticks at once, then on every full second', async () => {
  const { ticks, watch } = await open(MORNING + 250);
  watch();
  await pass(3000);
  expect(ticks).toEqual([1000, 2000, 3000].map((later) => MORNING + later));
});

test('the clock tells a new watcher the present time', async () => {
  const { $now } = await open(MORNING + 250);
  const told: (number | null)[] = [];
  $now.subscribe((now) => told.push(now));
  expect(told).toEqual([MORNING + 250]);
});

test('the clock serves many watchers with one timer, and sleeps a moment after the last has left', async () => {
  const { ticks, watch } = await open();
  const stops = [watch(), watch(), watch()];
  expect(vi.getTimerCount()).toBe(1);
  await pass(1000);
  expect(ticks).toHaveLength(3);
  for (const stop of stops) stop();
  await pass(2000);
  expect(vi.getTimerCount()).toBe(0);
  expect(ticks).toHaveLength(3);
});

test('the clock sleeps while the page is hidden, and has the right time at once on return', async () => {
  const { device, ticks, watch } = await open();
  watch();
  device.setVisible(false);
  expect(vi.getTimerCount()).toBe(0);
  await pass(3_600_250);
  expect(ticks).toEqual([]);
  device.setVisible(true);
  expect(ticks).toEqual([MORNING + 3_600_250]);
  await pass(750);
  expect(ticks.at(-1)).toBe(MORNING + 3_601_000);
  expect(vi.getTimerCount()).toBe(1);
});

test('the clock does not begin while the page is hidden', async () => {
  const { device, ticks, watch } = await open();
  device.setVisible(false);
  watch();
  await pass(5000);
  expect(ticks).toEqual([]);
  device.setVisible(true);
  expect(ticks).toEqual([MORNING + 5000]);
});

test('the clock follows a device whose time is changed', async () => {
  const { device, ticks, watch } = await open();
  watch();
  device.setNow(MORNING - 3_600_000);
  await pass(1000);
  expect(ticks).toEqual([MORNING - 3_600_000]);
});

test('the clock listens to the device only while it is watched', async () => {
  const { device, watch } = await open();
  const before = device.listenerCount();
  const stop = watch();
  expect(device.listenerCount()).toBe(before + 1);
  stop();
  await pass(1000);
  expect(device.listenerCount()).toBe(before);
});

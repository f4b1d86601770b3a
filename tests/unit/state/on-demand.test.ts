// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { openPage, pass } from './open-page.ts';

async function open(load: () => Promise<string>) {
  await openPage('/home');
  const { onDemand } = await import('../../../src/lib/state/on-demand.ts');
  const fetched = vi.fn(load);
  return { ...onDemand(fetched), fetched };
}

test('code that is not watched is not fetched', async () => {
  const { $state, fetched } = await open(async () => 'module');
  await pass(60_000);
  expect(fetched).not.toHaveBeenCalled();
  expect($state.value).toEqual({ status: 'waiting' });
});

test('code is fetched when the page is idle, and used when asked', async () => {
  const { $state, fetched, whenReady } = await open(async () => 'module');
  const states: unknown[] = [];
  $state.subscribe((state) => states.push(state));
  await pass(60_000);
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(states).toEqual([{ status: 'waiting' }, { status: 'ready', module: 'module' }]);
  const run = vi.fn();
  await whenReady(run);
  expect(run).toHaveBeenCalledExactlyOnceWith('module');
});

test('code is fetched at once when it is asked for first', async () => {
  const { $state, whenReady } = await open(async () => 'module');
  const run = vi.fn();
  await whenReady(run);
  expect(run).toHaveBeenCalledExactlyOnceWith('module');
  expect($state.get()).toEqual({ status: 'ready', module: 'module' });
});

test('a failure while nothing was asked for is not reported; one that was asked for is, until it works', async () => {
  let online = false;
  const { $state, whenReady } = await open(async () => {
    if (!online) throw new TypeError('Failed to fetch dynamically imported module');
    return 'module';
  });
  $state.listen(() => undefined);
  await pass(60_000);
  expect($state.get()).toEqual({ status: 'waiting' });
  const run = vi.fn();
  await whenReady(run);
  expect($state.get()).toEqual({ status: 'failed' });
  expect(run).not.toHaveBeenCalled();
  online = true;
  await whenReady(run);
  expect($state.get()).toEqual({ status: 'ready', module: 'module' });
  expect(run).toHaveBeenCalledTimes(1);
});

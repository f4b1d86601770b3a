// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { keptName, keptPrefix, readWritten } from '../../../src/lib/platform/kept-names.ts';
import { SNAPSHOT, type Snapshot, snapshotOf } from '../../../src/lib/platform/snapshot.ts';
import { type Answer, hanging, offline, rows } from '../data/fake-backend.ts';
import { MORNING, openPage, pass } from './open-page.ts';

const shown = { 'a.js#A': ['what the page shows'] };
const SECOND = 1_000;

/** A page that reads rewards and events, and what is told of it. */
async function open({ events = rows([]) as Answer, rewards = rows([{ id: 1 }]) as Answer } = {}) {
  const page = await openPage('/rewards?store_id=3&show=code');
  page.device.islandsShown = () => shown;
  page.backend.answer('rest/events', events);
  page.backend.answer('rest/rewards', rewards);
  const { beginReading } = await import('../../../src/lib/state/reading/begin.ts');
  const { $events } = await import('../../../src/lib/state/events.ts');
  const { $rewards, readRewards } = await import('../../../src/lib/state/rewards.ts');
  beginReading($events, $rewards);
  const name = keptName(
    'ana',
    SNAPSHOT,
    snapshotOf({ pathname: '/rewards', search: '?store_id=3' }),
  );
  const kept = (): Snapshot | null => {
    const found = readWritten(page.device.local.get(name));
    return found && JSON.parse(found.json);
  };
  return { ...page, kept, readRewards };
}

test('what a page shows is kept once all of it is known, under the names of its answers', async () => {
  const { kept } = await open();
  expect(kept()).toBe(null);
  await pass(SECOND);
  expect(kept()).toEqual({
    day: '2026-11-21',
    answers: {
      [keptName('ana', 'events', [])]: MORNING,
      [keptName('ana', 'rewards', ['3'])]: MORNING,
    },
    islands: shown,
  });
});

test.each([
  ['is on its way', hanging],
  ['is not to be had', offline],
  [
    'is too long to be kept',
    rows(Array.from({ length: 1000 }, (_, id) => ({ id, title: `Reward ${id}` }))),
  ],
])('nothing is kept while an answer %s', async (_, rewards) => {
  const { kept } = await open({ rewards });
  await pass(SECOND);
  expect(kept()).toBe(null);
});

test('nothing is kept of a page that has been used', async () => {
  const { device, kept } = await open();
  device.emitUse();
  await pass(SECOND);
  expect(kept()).toBe(null);
});

test('nothing is kept while an island is on its way', async () => {
  const { device, kept } = await open();
  device.islandsShown = () => null;
  await pass(SECOND);
  expect(kept()).toBe(null);
});

test('an answer that has changed is another one, and one that says the same is not', async () => {
  const { backend, kept, readRewards } = await open();
  const name = keptName('ana', 'rewards', ['3']);
  await pass(SECOND);
  await readRewards();
  await pass(SECOND);
  expect(kept()?.answers[name]).toBe(MORNING);
  backend.answer('rest/rewards', rows([{ id: 2 }]));
  await readRewards();
  await pass(SECOND);
  expect(kept()?.answers[name]).toBeGreaterThan(MORNING);
});

test('snapshots make room for answers, whatever their age', async () => {
  const { device } = await openPage('/home');
  const { keepAnswer, MOST_KEPT } = await import('../../../src/lib/state/reading/kept.ts');
  const each = 'x'.repeat(60_000);
  for (const id of ['1', '2', '3']) keepAnswer('ana', 'store', [id], each);
  vi.advanceTimersByTime(SECOND);
  keepAnswer('ana', SNAPSHOT, ['/home'], each);
  keepAnswer('ana', 'store', ['4'], each);
  const names = device.local.keys().filter((name) => name.startsWith(keptPrefix('ana')));
  expect(names.map((name) => name.slice(keptPrefix('ana').length))).toEqual(
    ['1', '2', '3', '4'].map((id) => `store["${id}"]`),
  );
  expect(4 * each.length).toBeLessThan(MOST_KEPT);
});

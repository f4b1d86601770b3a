// @vitest-environment node
import { expect, test, vi } from 'vitest';
import {
  parseEntry,
  savedAnswerKey,
  savedAnswerPrefix,
} from '../../../src/lib/platform/saved-answer-keys.ts';
import { SNAPSHOT, type Snapshot, snapshotArgs } from '../../../src/lib/platform/snapshot.ts';
import { type Answer, hanging, offline, rows } from '../data/fake-backend.ts';
import { MORNING, openPage, pass } from './open-page.ts';

const shown = { 'a.js#A': ['what the page shows'] };
const SECOND = 1_000;

/** A page that reads rewards and events, and what is told of it. */
async function open({ events = rows([]) as Answer, rewards = rows([{ id: 1 }]) as Answer } = {}) {
  const page = await openPage('/rewards?store_id=3&show=code');
  page.device.captureIslands = () => shown;
  page.backend.answer('rest/events', events);
  page.backend.answer('rest/rewards', rewards);
  const { preloadAnswers } = await import('../../../src/lib/state/reading/preload-answers.ts');
  const { $events } = await import('../../../src/lib/state/events.ts');
  const { $rewards, readRewards } = await import('../../../src/lib/state/rewards.ts');
  preloadAnswers($events, $rewards);
  const name = savedAnswerKey(
    'ana',
    SNAPSHOT,
    snapshotArgs({ pathname: '/rewards', search: '?store_id=3' }),
  );
  const savedSnapshot = (): Snapshot | null => {
    const found = parseEntry(page.device.localStorage.get(name));
    return found && JSON.parse(found.json);
  };
  return { ...page, kept: savedSnapshot, readRewards };
}

test('a page’s snapshot is saved once all of it is known, under the names of its answers', async () => {
  const { kept } = await open();
  expect(kept()).toBe(null);
  await pass(SECOND);
  expect(kept()).toEqual({
    day: '2026-11-21',
    answers: {
      [savedAnswerKey('ana', 'events', [])]: MORNING,
      [savedAnswerKey('ana', 'storeRewards', ['3'])]: MORNING,
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
])('no snapshot is saved while an answer %s', async (_, rewards) => {
  const { kept } = await open({ rewards });
  await pass(SECOND);
  expect(kept()).toBe(null);
});

test('no snapshot is saved of a page that has been used', async () => {
  const { device, kept } = await open();
  device.emitInteraction();
  await pass(SECOND);
  expect(kept()).toBe(null);
});

test('no snapshot is saved while an island is on its way', async () => {
  const { device, kept } = await open();
  device.captureIslands = () => null;
  await pass(SECOND);
  expect(kept()).toBe(null);
});

test('an answer that has changed is another one, and one that says the same is not', async () => {
  const { backend, kept, readRewards } = await open();
  const name = savedAnswerKey('ana', 'storeRewards', ['3']);
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
  const { saveAnswer, MAX_SAVED_LENGTH } = await import('../../../src/lib/data/saved-answers.ts');
  const longText = 'x'.repeat(60_000);
  for (const id of ['1', '2', '3']) saveAnswer('ana', 'store', [id], longText);
  vi.advanceTimersByTime(SECOND);
  saveAnswer('ana', SNAPSHOT, ['/home'], longText);
  saveAnswer('ana', 'store', ['4'], longText);
  const names = device.localStorage
    .keys()
    .filter((name) => name.startsWith(savedAnswerPrefix('ana')));
  expect(names.map((name) => name.slice(savedAnswerPrefix('ana').length))).toEqual(
    ['1', '2', '3', '4'].map((id) => `store["${id}"]`),
  );
  expect(4 * longText.length).toBeLessThan(MAX_SAVED_LENGTH);
});

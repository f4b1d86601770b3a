// @vitest-environment node

import { describe, expect, test, vi } from 'vitest';
import {
  parseEntry,
  SNAPSHOT,
  savedAnswerKey,
  savedAnswerPrefix,
} from '../../../src/lib/platform/saved-answer-keys.ts';
import { type Snapshot, snapshotArgs } from '../../../src/lib/platform/snapshot.ts';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import { type Answer, hanging, offline, rows } from '../data/fake-backend.ts';
import { ana, ben, MORNING, openPage, type PageOptions, pass, startSession } from './open-page.ts';

async function open(opening: PageOptions = {}) {
  const page = await openPage('/home', opening);
  return { ...page, ...(await import('../../../src/lib/data/saved-answers.ts')) };
}

const keptNames = (keys: readonly string[]) =>
  keys.filter((key) => key.startsWith(storageKeys.savedAnswers));

test.each([
  ['another person', 'ben', 'store', ['3']],
  ['another question', 'ana', 'event', ['3']],
  ['other arguments', 'ana', 'store', ['4']],
])('a saved answer is found with its time, and not for %s', async (_, person, question, args) => {
  const { saveAnswer, readSavedAnswer } = await open();
  saveAnswer('ana', 'store', ['3'], 'hers');
  expect(readSavedAnswer('ana', 'store', ['3'])).toEqual({ value: 'hers', at: MORNING });
  expect(readSavedAnswer(person, question, args)).toBe(null);
});

test('an answer is not saved if its person has left the device meanwhile', async () => {
  const { device, saveAnswer } = await open();
  device.localStorage.clear();
  saveAnswer('ana', 'store', ['3'], 'late');
  expect(device.localStorage.keys()).toEqual([]);
});

test.each(['', '{"half":', '[null]', '12 12 [1]', '1 1 5 [1]', '1 1 3 [1,2]', '1 1 2 {]'])(
  'a saved answer that is garbled (%j) counts as none, and is dropped',
  async (text) => {
    const { device, saveAnswer, readSavedAnswer } = await open();
    saveAnswer('ana', 'store', ['3'], 'here');
    const [name = ''] = keptNames(device.localStorage.keys());
    device.localStorage.set(name, text);
    expect(readSavedAnswer('ana', 'store', ['3'])).toBe(null);
    expect(keptNames(device.localStorage.keys())).toEqual([]);
  },
);

test('a huge answer is neither saved nor read', async () => {
  const { device, saveAnswer, readSavedAnswer, MAX_ANSWER_LENGTH } = await open();
  saveAnswer('ana', 'store', ['3'], 'x'.repeat(MAX_ANSWER_LENGTH));
  expect(keptNames(device.localStorage.keys())).toEqual([]);
  saveAnswer('ana', 'store', ['3'], 'here');
  const [name = ''] = keptNames(device.localStorage.keys());
  const huge = JSON.stringify('x'.repeat(5_000_000));
  device.localStorage.set(name, `${MORNING} ${MORNING} ${huge.length} ${huge}`);
  expect(readSavedAnswer('ana', 'store', ['3'])).toBe(null);
});

test('an answer saved while the clock was ahead counts as read now, not in the future', async () => {
  const first = await open({ now: MORNING + 86_400_000 });
  first.saveAnswer('ana', 'store', ['3'], 'ahead');
  const { readSavedAnswer } = await open({ device: first.device });
  expect(readSavedAnswer('ana', 'store', ['3'])).toEqual({ value: 'ahead', at: MORNING });
});

test('an answer that finds no room in full or blocked storage breaks nothing', async () => {
  const { device, saveAnswer, readSavedAnswer } = await open();
  saveAnswer('ana', 'store', ['3'], 'older');
  device.localStorage.set = () => undefined;
  saveAnswer('ana', 'store', ['3'], 'newest');
  expect(readSavedAnswer('ana', 'store', ['3'])).toBe(null);
});

test('the saved answers of one person stay within their limit, and the oldest go first', async () => {
  const { device, saveAnswer, readSavedAnswer, MAX_SAVED_LENGTH } = await open();
  for (let id = 0; id < 20; id += 1) {
    device.now = () => MORNING + id;
    saveAnswer('ana', 'store', [String(id)], 'x'.repeat(50_000));
  }
  const size = keptNames(device.localStorage.keys())
    .map((name) => name.length + (device.localStorage.get(name) ?? '').length)
    .reduce((sum, one) => sum + one, 0);
  expect(size).toBeLessThanOrEqual(MAX_SAVED_LENGTH);
  expect(readSavedAnswer('ana', 'store', ['19'])).not.toBe(null);
  expect(readSavedAnswer('ana', 'store', ['15'])).not.toBe(null);
  expect(readSavedAnswer('ana', 'store', ['14'])).toBe(null);
});

const withBoth = async () => {
  const page = await open();
  page.saveAnswer('ana', 'store', ['3'], 'hers');
  page.device.localStorage.set(`${storageKeys.savedAnswers}0.ana.store["3"]`, '1 1 1 1');
  page.device.localStorage.set(`${storageKeys.savedAnswers}99.ana.store["3"]`, '1 1 1 1');
  page.device.localStorage.set(savedAnswerKey('ben', 'store', ['3']), '1 1 1 1');
  return page;
};

test.each([
  ['a signed-out visitor', null],
  ['another person', ben],
])('other people’s saved answers are all deleted when %s opens the next page', async (_, as) => {
  const { device } = await withBoth();
  if (!as) device.localStorage.remove(storageKeys.session);
  await openPage('/home', { device, as });
  await startSession();
  expect(keptNames(device.localStorage.keys()).filter((name) => name.includes('.ana.'))).toEqual(
    [],
  );
});

test('the next page of the same person deletes the answers of other versions', async () => {
  const { device } = await withBoth();
  await openPage('/home', { device, as: ana });
  await startSession();
  expect(keptNames(device.localStorage.keys())).toEqual([savedAnswerKey('ana', 'store', ['3'])]);
});

describe('a snapshot of a page', () => {
  const shown = { 'a.js#A': ['what the page shows'] };
  const SECOND = 1_000;

  /** A page that reads rewards and events, and the snapshot that is saved of it. */
  async function openHome({
    events = rows([]) as Answer,
    rewards = rows([{ id: 1 }]) as Answer,
  } = {}) {
    const page = await openPage('/rewards?store_id=3&show=code');
    page.device.captureParts = async () => shown;
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
    const { kept } = await openHome();
    expect(kept()).toBe(null);
    await pass(SECOND);
    expect(kept()).toEqual({
      day: '2026-11-21',
      answers: {
        [savedAnswerKey('ana', 'events', [])]: MORNING,
        [savedAnswerKey('ana', 'storeRewards', ['3'])]: MORNING,
      },
      parts: shown,
    });
  });

  test.each([
    ['is on its way', hanging],
    ['is unavailable', offline],
    [
      'is too long to be kept',
      rows(Array.from({ length: 1000 }, (_, id) => ({ id, title: `Reward ${id}` }))),
    ],
  ])('no snapshot is saved while an answer %s', async (_, rewards) => {
    const { kept } = await openHome({ rewards });
    await pass(SECOND);
    expect(kept()).toBe(null);
  });

  type Home = Awaited<ReturnType<typeof openHome>>;

  test.each<[string, (page: Home) => unknown]>([
    ['of a page that has been used', ({ device }) => device.emitInteraction()],
    [
      'while a part is on its way',
      ({ device }) => Object.assign(device, { captureParts: async () => null }),
    ],
  ])('no snapshot is saved %s', async (_, happens) => {
    const page = await openHome();
    happens(page);
    await pass(SECOND);
    expect(page.kept()).toBe(null);
  });

  test('an answer that says the same keeps its time, and one that has changed gets a new one', async () => {
    const { backend, kept, readRewards } = await openHome();
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
});

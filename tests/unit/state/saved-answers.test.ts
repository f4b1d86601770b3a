// @vitest-environment node
import { expect, test } from 'vitest';
import { savedAnswerKey } from '../../../src/lib/platform/saved-answer-keys.ts';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import { ana, ben, MORNING, openPage, type PageOptions } from './open-page.ts';

async function open(opening: PageOptions = {}) {
  const page = await openPage('/home', opening);
  return { ...page, ...(await import('../../../src/lib/data/saved-answers.ts')) };
}

const keptNames = (keys: readonly string[]) =>
  keys.filter((key) => key.startsWith(storageKeys.savedAnswers));

test('a saved answer is there again with the time it was read', async () => {
  const { saveAnswer, readSavedAnswer } = await open();
  saveAnswer('ana', 'store', ['3'], { name: 'Kape Tayo' });
  expect(readSavedAnswer('ana', 'store', ['3'])).toEqual({
    value: { name: 'Kape Tayo' },
    at: MORNING,
  });
});

test.each([
  ['another person', 'ben', 'store', ['3']],
  ['another question', 'ana', 'event', ['3']],
  ['other arguments', 'ana', 'store', ['4']],
])('there is no saved answer for %s', async (_, person, question, args) => {
  const { saveAnswer, readSavedAnswer } = await open();
  saveAnswer('ana', 'store', ['3'], 'hers');
  expect(readSavedAnswer(person, question, args)).toBe(null);
});

test('an answer whose person has gone from the device meanwhile is not saved', async () => {
  const { device, saveAnswer } = await open();
  device.localStorage.clear();
  saveAnswer('ana', 'store', ['3'], 'late');
  expect(device.localStorage.keys()).toEqual([]);
});

test.each([
  '',
  '{"half":',
  'undefined',
  '[null]',
  '12 [1]',
  '12 12 [1]',
  '1 1 1 ',
  '1 1 5 [1]',
  '1 1 3 [1,2]',
  '1 1 2 {]',
])('a saved answer that was garbled (%j) is none, and is dropped', async (text) => {
  const { device, saveAnswer, readSavedAnswer } = await open();
  saveAnswer('ana', 'store', ['3'], 'here');
  const [name = ''] = keptNames(device.localStorage.keys());
  device.localStorage.set(name, text);
  expect(readSavedAnswer('ana', 'store', ['3'])).toBe(null);
  expect(keptNames(device.localStorage.keys())).toEqual([]);
});

test('an answer that is huge is neither saved nor read', async () => {
  const { device, saveAnswer, readSavedAnswer, MAX_ANSWER_LENGTH } = await open();
  saveAnswer('ana', 'store', ['3'], 'x'.repeat(MAX_ANSWER_LENGTH));
  expect(keptNames(device.localStorage.keys())).toEqual([]);
  saveAnswer('ana', 'store', ['3'], 'here');
  const [name = ''] = keptNames(device.localStorage.keys());
  const huge = JSON.stringify('x'.repeat(5_000_000));
  device.localStorage.set(name, `${MORNING} ${MORNING} ${huge.length} ${huge}`);
  expect(readSavedAnswer('ana', 'store', ['3'])).toBe(null);
});

test('a drawing of a page may be twice as long as an answer, and no longer', async () => {
  const { device, saveAnswer, MAX_ANSWER_LENGTH, MAX_SNAPSHOT_LENGTH } = await open();
  saveAnswer('ana', 'snapshot', ['/home'], 'x'.repeat(2 * MAX_ANSWER_LENGTH - 2));
  expect(keptNames(device.localStorage.keys())).toHaveLength(1);
  saveAnswer('ana', 'snapshot', ['/home'], 'x'.repeat(MAX_SNAPSHOT_LENGTH));
  expect(keptNames(device.localStorage.keys())).toEqual([]);
});

test('a saved answer of a clock that was ahead was read now, not in the future', async () => {
  const first = await open({ now: MORNING + 86_400_000 });
  first.saveAnswer('ana', 'store', ['3'], 'ahead');
  const { readSavedAnswer } = await open({ device: first.device });
  expect(readSavedAnswer('ana', 'store', ['3'])).toEqual({ value: 'ahead', at: MORNING });
});

test('an answer finds no place in a storage that is full or blocked, and nothing breaks', async () => {
  const { device, saveAnswer, readSavedAnswer } = await open();
  saveAnswer('ana', 'store', ['3'], 'older');
  device.localStorage.set = () => undefined;
  saveAnswer('ana', 'store', ['3'], 'newest');
  expect(readSavedAnswer('ana', 'store', ['3'])).toBe(null);
});

test('the saved answers of one person keep within their bound: the oldest goes first', async () => {
  const { device, saveAnswer, readSavedAnswer, MAX_SAVED_LENGTH } = await open();
  for (let id = 0; id < 20; id += 1) {
    saveAnswer('ana', 'store', [String(id)], 'x'.repeat(50_000), MORNING + id);
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

test('the present person’s saved answers of this version stay', async () => {
  const { device, deleteOtherSavedAnswers } = await withBoth();
  deleteOtherSavedAnswers('ana');
  expect(keptNames(device.localStorage.keys())).toEqual([savedAnswerKey('ana', 'store', ['3'])]);
  expect(device.localStorage.keys()).toContain(storageKeys.session);
});

test.each([
  ['a signed-out visitor', null],
  ['another person', ben],
])('other saved answers are deleted completely where %s opens the next page', async (_, as) => {
  const { device } = await withBoth();
  if (!as) device.localStorage.remove(storageKeys.session);
  await openPage('/home', { device, as });
  const { startSession } = await import('../../../src/lib/state/session/session.ts');
  await startSession();
  expect(keptNames(device.localStorage.keys()).filter((name) => name.includes('.ana.'))).toEqual(
    [],
  );
});

test('the next page of the same person deletes the answers of other versions', async () => {
  const { device } = await withBoth();
  await openPage('/home', { device, as: ana });
  const { startSession } = await import('../../../src/lib/state/session/session.ts');
  await startSession();
  expect(keptNames(device.localStorage.keys())).toEqual([savedAnswerKey('ana', 'store', ['3'])]);
});

// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { keptName } from '../../../src/lib/platform/kept-names.ts';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import { ana, ben, MORNING, type Opening, openPage } from './open-page.ts';

async function open(opening: Opening = {}) {
  const page = await openPage('/home', opening);
  return { ...page, ...(await import('../../../src/lib/state/reading/kept.ts')) };
}

const keptNames = (keys: readonly string[]) =>
  keys.filter((key) => key.startsWith(storageKeys.kept));

describe('an answer', () => {
  test('is there again with the time it was read', async () => {
    const { keepAnswer, keptAnswer } = await open();
    keepAnswer('ana', 'store', ['3'], { name: 'Kape Tayo' });
    expect(keptAnswer('ana', 'store', ['3'])).toEqual({
      value: { name: 'Kape Tayo' },
      at: MORNING,
    });
  });

  test.each([
    ['another person', 'ben', 'store', ['3']],
    ['another question', 'ana', 'event', ['3']],
    ['other arguments', 'ana', 'store', ['4']],
  ])('is none for %s', async (_, person, question, args) => {
    const { keepAnswer, keptAnswer } = await open();
    keepAnswer('ana', 'store', ['3'], 'hers');
    expect(keptAnswer(person, question, args)).toBe(null);
  });

  test('whose person has gone from the device meanwhile is not kept', async () => {
    const { device, keepAnswer } = await open();
    device.local.clear();
    keepAnswer('ana', 'store', ['3'], 'late');
    expect(device.local.keys()).toEqual([]);
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
  ])('that was garbled (%j) is none, and is dropped', async (text) => {
    const { device, keepAnswer, keptAnswer } = await open();
    keepAnswer('ana', 'store', ['3'], 'here');
    const [name = ''] = keptNames(device.local.keys());
    device.local.set(name, text);
    expect(keptAnswer('ana', 'store', ['3'])).toBe(null);
    expect(keptNames(device.local.keys())).toEqual([]);
  });

  test('that is huge is neither kept nor read', async () => {
    const { device, keepAnswer, keptAnswer, LONGEST_KEPT } = await open();
    keepAnswer('ana', 'store', ['3'], 'x'.repeat(LONGEST_KEPT));
    expect(keptNames(device.local.keys())).toEqual([]);
    keepAnswer('ana', 'store', ['3'], 'here');
    const [name = ''] = keptNames(device.local.keys());
    const huge = JSON.stringify('x'.repeat(5_000_000));
    device.local.set(name, `${MORNING} ${MORNING} ${huge.length} ${huge}`);
    expect(keptAnswer('ana', 'store', ['3'])).toBe(null);
  });

  test('of a clock that was ahead was read now, not in the future', async () => {
    const first = await open({ now: MORNING + 86_400_000 });
    first.keepAnswer('ana', 'store', ['3'], 'ahead');
    const { keptAnswer } = await open({ device: first.device });
    expect(keptAnswer('ana', 'store', ['3'])).toEqual({ value: 'ahead', at: MORNING });
  });

  test('finds no place in a storage that is full or blocked, and nothing breaks', async () => {
    const { device, keepAnswer, keptAnswer } = await open();
    keepAnswer('ana', 'store', ['3'], 'older');
    device.local.set = () => undefined;
    keepAnswer('ana', 'store', ['3'], 'newest');
    expect(keptAnswer('ana', 'store', ['3'])).toBe(null);
  });
});

test('what is kept of one person keeps within its bound: the oldest goes first', async () => {
  const { device, keepAnswer, keptAnswer, MOST_KEPT } = await open();
  for (let id = 0; id < 20; id += 1) {
    keepAnswer('ana', 'store', [String(id)], 'x'.repeat(50_000), MORNING + id);
  }
  const size = keptNames(device.local.keys())
    .map((name) => name.length + (device.local.get(name) ?? '').length)
    .reduce((sum, one) => sum + one, 0);
  expect(size).toBeLessThanOrEqual(MOST_KEPT);
  expect(keptAnswer('ana', 'store', ['19'])).not.toBe(null);
  expect(keptAnswer('ana', 'store', ['15'])).not.toBe(null);
  expect(keptAnswer('ana', 'store', ['14'])).toBe(null);
});

describe('forgetting', () => {
  const withBoth = async () => {
    const page = await open();
    page.keepAnswer('ana', 'store', ['3'], 'hers');
    page.device.local.set(`${storageKeys.kept}0.ana.store["3"]`, '1 1 1 1');
    page.device.local.set(`${storageKeys.kept}99.ana.store["3"]`, '1 1 1 1');
    page.device.local.set(keptName('ben', 'store', ['3']), '1 1 1 1');
    return page;
  };

  test('leaves the present person’s answers of this version alone', async () => {
    const { device, forgetAnswers } = await withBoth();
    forgetAnswers('ana');
    expect(keptNames(device.local.keys())).toEqual([keptName('ana', 'store', ['3'])]);
    expect(device.local.keys()).toContain(storageKeys.session);
  });

  test.each([
    ['nobody', null],
    ['somebody else', ben],
  ])('is complete where %s opens the next page', async (_, as) => {
    const { device } = await withBoth();
    if (!as) device.local.remove(storageKeys.session);
    await openPage('/home', { device, as });
    const { startSession } = await import('../../../src/lib/state/session/session.ts');
    await startSession();
    expect(keptNames(device.local.keys()).filter((name) => name.includes('.ana.'))).toEqual([]);
  });

  test('is what the next page of the same person does with other versions', async () => {
    const { device } = await withBoth();
    await openPage('/home', { device, as: ana });
    const { startSession } = await import('../../../src/lib/state/session/session.ts');
    await startSession();
    expect(keptNames(device.local.keys())).toEqual([keptName('ana', 'store', ['3'])]);
  });
});

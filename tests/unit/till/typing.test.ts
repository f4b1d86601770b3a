import { describe, expect, test } from 'vitest';
import { NOTHING_TYPED, typed } from '../../../src/till/scanner.ts';

/** Presses keys, each `gap` milliseconds after the one before; a number is a pause. */
function press(keys: readonly (string | number)[], gap: number) {
  let now = 0;
  let typing = NOTHING_TYPED;
  const contents: string[] = [];
  const swallowed: string[] = [];
  for (const key of keys) {
    if (typeof key === 'number') {
      now += key;
      continue;
    }
    now += gap;
    const next = typed(typing, key, now);
    typing = next.typing;
    if (next.content !== null) contents.push(next.content);
    if (next.isScanner) swallowed.push(key);
  }
  return { contents, swallowed };
}

const CODE = '{"display_name":"Ana Reyes"}';

describe('what is typed is a scanner’s', () => {
  test.each([
    ['a code and Enter, without a pause', [...CODE, 'Enter'], 5, [CODE]],
    ['a code and Tab, as some are set', [...CODE, 'Tab'], 5, [CODE]],
    ['with Shift pressed for its capitals', ['Shift', ...CODE, 'Shift', 'Enter'], 40, [CODE]],
    ['two codes, one after the other', [...CODE, 'Enter', ...CODE, 'Enter'], 5, [CODE, CODE]],
    ['after a key that a person pressed', ['x', 500, ...CODE, 'Enter'], 5, [CODE]],
    ['not what a person types', [...CODE, 'Enter'], 130, []],
    ['not a key or two in a hurry', ['o', 'k', 'Enter'], 5, []],
    ['not Enter alone', ['Enter'], 5, []],
    ['not what Tab has interrupted', [...'12345', 'Tab', ...'12345', 'Enter'], 5, []],
    ['not Tab after a key', ['x', 'Tab'], 5, []],
  ])('%s', (_what, keys, gap, expected) => {
    expect(press(keys, gap).contents).toEqual(expected);
  });
});

test('a scanner presses no button with its spaces and its Enter, and moves no focus; a person does', () => {
  expect(press([...'Ana Reyes', 'Enter'], 5).swallowed).toEqual([...'na Reyes', 'Enter']);
  expect(press([...'Ana Reyes', 'Tab'], 5).swallowed).toEqual([...'na Reyes', 'Tab']);
  expect(press([' ', 'Enter', 'Tab'], 200).swallowed).toEqual([]);
});

// @vitest-environment node
import { expect, test } from 'vitest';
import { withCount } from '../../../../scripts/defences/counts.ts';

test('a number is written between its marks', () => {
  const text = 'a <!-- counted: defences -->1<!-- /counted --> b';
  expect(withCount(text, 'defences', '12')).toBe(text.replace('1<', '12<'));
});

test('a document without the marks is an error', () => {
  expect(() => withCount('a', 'defences', '12')).toThrow('There is no <!-- counted: defences -->');
});

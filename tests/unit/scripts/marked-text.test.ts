// @vitest-environment node
import { expect, test } from 'vitest';
import { withMarked } from '../../../scripts/marked-text.ts';

test('a number is written between its marks', () => {
  const text = 'a <!-- counted: defences -->1<!-- /counted --> b';
  expect(withMarked(text, 'counted', 'defences', '12')).toBe(text.replace('1<', '12<'));
});

test('a document without the marks is an error', () => {
  expect(() => withMarked('a', 'counted', 'defences', '12')).toThrow(
    'There is no <!-- counted: defences -->',
  );
});

// @vitest-environment node
import { expect, test } from 'vitest';
import { initial } from '../../../src/lib/domain/placeholder.ts';

test.each([
  ['Kape Tayo', 'K'],
  ['kape', 'K'],
  ['  ñam', 'Ñ'],
  ['e\u0301clair', 'E\u0301'],
  ['👩‍🍳 Kitchen', '👩‍🍳'],
  ['7-Eleven', '7'],
  ['شاي', 'ش'],
  ['', 'S'],
  [' ', 'S'],
])('the initial of %j is %j', (name, first) => {
  expect(initial(name)).toBe(first);
});

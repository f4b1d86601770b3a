// @vitest-environment node
import { expect, test } from 'vitest';
import { parseHeaders } from '../../../../scripts/server/host-headers.ts';

test('headers belong to the path above them', () => {
  const rules = parseHeaders('/*\n  X-A: one: two\n  X-B: 2\n# note\n/_astro/*\n  X-C: 3\n');
  expect(rules.map((rule) => rule.headers)).toEqual([
    [
      ['X-A', 'one: two'],
      ['X-B', '2'],
    ],
    [['X-C', '3']],
  ]);
  expect(rules[0]?.matches('/')).toBe(true);
  expect(rules[1]?.matches('/_astro/a.js')).toBe(true);
  expect(rules[1]?.matches('/a.js')).toBe(false);
});

test('characters with a meaning elsewhere are plain in a path', () => {
  const [rule] = parseHeaders('/a.b*c\n  X-A: 1');
  expect(rule?.matches('/a.bxc')).toBe(true);
  expect(rule?.matches('/aybxc')).toBe(false);
});

test('a header without a path, or a line without a value, is refused', () => {
  expect(() => parseHeaders('  X-A: 1')).toThrow('_headers: expected "Name: value"');
  expect(() => parseHeaders('/*\n  nothing')).toThrow('found "  nothing"');
});

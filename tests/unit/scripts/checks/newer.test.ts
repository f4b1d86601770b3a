// @vitest-environment node
import { expect, test } from 'vitest';
import { buildTargets, cssTargets, OLDEST } from '../../../../scripts/build/oldest-browsers.ts';
import { forOldest } from '../../../../scripts/build/page/styles.ts';
import { newerProblems } from '../../../../scripts/checks/newer.ts';

test.each([
  ['page.js', 'x=AbortSignal.any([a,b])', 'AbortSignal.any'],
  ['page.html', '<script>Promise.withResolvers()</script>', 'Promise.withResolvers'],
  ['page.js', 'a.union(b)', 'Set.prototype.union'],
  ['page.html', '<style>a{color:light-dark(red,blue)}</style>', 'light-dark()'],
  ['page.html', '<style>a{color:red;&:hover{color:blue}}</style>', 'a nested rule'],
  ['page.css', 'a{text-decoration:underline 1px}', 'the thickness of a line in text-decoration'],
])('%s with %s is not for the oldest browsers', (file, text, name) => {
  expect(newerProblems(file, text)).toEqual([
    `${file} needs ${name}, which the oldest browsers have not got.`,
  ]);
});

test.each([
  ['page.js', 'x=any([a,b]);query="union(b)"'],
  ['page.html', '<p>AbortSignal</p><style>a{text-decoration:underline}</style>'],
])('%s with %s is', (file, text) => {
  expect(newerProblems(file, text)).toEqual([]);
});

test('styles are written for the oldest browsers', () => {
  expect(forOldest('a{text-decoration:underline;text-decoration-thickness:1px}')).toBe(
    'a{text-decoration:underline;text-decoration-thickness:1px}',
  );
  expect(forOldest('a{mask-image:url(a.svg)}')).toContain('-webkit-mask-image');
});

test('all targets come from one table, and every browser of an iPhone is Safari', () => {
  const [major, minor] = OLDEST.safari;
  expect(buildTargets).toContain(`ios${major}.${minor}`);
  expect(buildTargets).toContain(`chrome${OLDEST.chrome[0]}`);
  expect(cssTargets.ios_saf).toBe(cssTargets.safari);
  expect(cssTargets.firefox >> 16).toBe(OLDEST.firefox[0]);
});

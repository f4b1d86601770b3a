import { expect, test } from 'vitest';
import { lighthouseProblems, medianOf } from '../../../../scripts/bench-lighthouse.ts';

const perfect = { scores: [100, 100, 100, 100], lcp: 1000, cls: 0 };

test('the median of Lighthouse runs is taken figure by figure', () => {
  expect(
    medianOf([
      { scores: [99, 100, 100, 100], lcp: 900, cls: 0.2 },
      { scores: [100, 100, 100, 92], lcp: 1300, cls: 0 },
      { scores: [98, 100, 100, 100], lcp: 1000, cls: 0.1 },
    ]),
  ).toEqual({ scores: [99, 100, 100, 100], lcp: 1000, cls: 0.1 });
});

test('a page at its limits has no problem', () => {
  const page = { ...perfect, lcp: 1150, cls: 0.009 };
  expect(lighthouseProblems({ path: '/' }, page, perfect)).toEqual([]);
});

test.each([
  [{ scores: [99, 100, 100, 100] }, '/: performance is 99.'],
  [{ scores: [100, 100, 100, 92] }, '/: seo is 92.'],
  [{ lcp: 1160 }, "/: largest paint at 1.16 times the bare page's."],
  [{ lcp: Number.NaN }, "/: largest paint at NaN times the bare page's."],
  [{ cls: 0.01 }, '/: moves by 0.010.'],
])('a result of %o is a problem', (change, problem) => {
  expect(lighthouseProblems({ path: '/' }, { ...perfect, ...change }, perfect)).toEqual([problem]);
});

test('a page that is not to be found is forgiven for not being found, and nothing else', () => {
  const unlisted = { path: '/404.html', unlisted: true };
  const page = { ...perfect, scores: [100, 99, 100, 60] };
  expect(lighthouseProblems(unlisted, page, perfect)).toEqual(['/404.html: accessibility is 99.']);
});

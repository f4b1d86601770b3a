import { expect, test } from 'vitest';
import { secondVisitProblems } from '../../../../scripts/bench/second-visit.ts';

test('a heading and the data behind it have 400 ms', () => {
  expect(secondVisitProblems('to /home', { heading: 120, ownData: 400 })).toEqual([]);
});

test.each([
  [{ heading: 100, ownData: 401 }, 'to /home: 401 ms, of 400 ms.'],
  [{ heading: 500, ownData: 300 }, 'to /home: 500 ms, of 400 ms.'],
  [{ heading: Number.NaN, ownData: 300 }, 'to /home: NaN ms, of 400 ms.'],
])('a visit of %o is too slow, whichever of the two comes last', (arrival, problem) => {
  expect(secondVisitProblems('to /home', arrival)).toEqual([problem]);
});

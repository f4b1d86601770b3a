// @vitest-environment node
import { expect, test } from 'vitest';
import { monthPlus, monthText, weeksOf } from '../../../src/lib/domain/calendar.ts';

test.each([
  ['2026-11', '2026-10', '2026-12'],
  ['2026-01', '2025-12', '2026-02'],
  ['2028-02', '2028-01', '2028-03'],
  ['2026-12', '2026-11', '2027-01'],
])('the month %s stands between %s and %s', (month, before, after) => {
  expect([monthPlus(month, -1), monthPlus(month, 1)]).toEqual([before, after]);
});

test('a month is named as dates are', () => {
  expect(monthText('2026-11')).toBe('Nov 2026');
  expect(monthText('2011-01')).toBe('Jan 2011');
});

test.each([
  ['2026-11', 0, 30],
  ['2026-08', 6, 31],
  ['2026-02', 0, 28],
  ['2028-02', 2, 29],
])('the weeks of %s begin on Sunday: %d empty places, then %d days', (month, blank, count) => {
  const weeks = weeksOf(month);
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7]);
  const places = weeks.flat();
  const days = places.filter((day) => day !== null);
  expect(places.indexOf(`${month}-01`)).toBe(blank);
  expect(days).toHaveLength(count);
  expect(days).toEqual(days.toSorted());
  expect(days.every((day) => day.startsWith(month))).toBe(true);
});

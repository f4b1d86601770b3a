// @vitest-environment node
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { monthPlus, monthText, weeksOf } from '../../../src/lib/domain/calendar.ts';
import {
  appDateText,
  appDayEnd,
  appDayKey,
  appDayStart,
  appExactTimeText,
  appLongDateText,
  appTimestampText,
  appTimeText,
  appWeekdayDateText,
  dayPlus,
  endOfAppDay,
  isAhead,
  isDayKey,
  isDueToday,
  localDayKey,
  parseInstant,
  startOfAppDay,
  utcDayKey,
  withTimeOfDay,
} from '../../../src/lib/domain/day.ts';
import { anyInstant } from './examples.ts';

const at = (iso: string) => Date.parse(iso);

test.each([
  ['the last millisecond before midnight in UTC+8', '2026-11-20T15:59:59.999Z', '2026-11-20'],
  ['midnight in UTC+8', '2026-11-20T16:00:00.000Z', '2026-11-21'],
  ['the last millisecond before midnight in UTC', '2026-11-20T23:59:59.999Z', '2026-11-21'],
  ['midnight in UTC', '2026-11-21T00:00:00.000Z', '2026-11-21'],
  ['the start of 29 February', '2028-02-28T16:00:00Z', '2028-02-29'],
  ['the end of 29 February', '2028-02-29T15:59:59.999Z', '2028-02-29'],
  ['the day after it', '2028-02-29T16:00:00Z', '2028-03-01'],
  ['the day after 28 February of another year', '2026-02-28T16:00:00Z', '2026-03-01'],
  ['the new year in UTC+8', '2026-12-31T16:00:00Z', '2027-01-01'],
  ['before 1970', '1969-12-31T15:59:59.999Z', '1969-12-31'],
])('the app day is right: %s', (_, instant, key) => {
  expect(appDayKey(at(instant))).toBe(key);
  expect(startOfAppDay(at(instant))).toBe(appDayStart(key));
  expect(endOfAppDay(at(instant))).toBe(appDayEnd(key));
});

test('the UTC day changes at midnight in UTC', () => {
  expect(utcDayKey(at('2026-11-20T23:59:59.999Z'))).toBe('2026-11-20');
  expect(utcDayKey(at('2026-11-21T00:00:00Z'))).toBe('2026-11-21');
});

test.each([
  ['Manila', -480, '2026-11-20T16:00:00Z', '2026-11-21'],
  ['Manila, just before', -480, '2026-11-20T15:59:59.999Z', '2026-11-20'],
  ['Los Angeles', 480, '2026-11-21T08:00:00Z', '2026-11-21'],
  ['Los Angeles, just before', 480, '2026-11-21T07:59:59.999Z', '2026-11-20'],
  ['St. John’s', 210, '2026-11-21T03:30:00Z', '2026-11-21'],
  ['Kathmandu', -345, '2026-11-20T18:15:00Z', '2026-11-21'],
  ['London', 0, '2026-11-21T00:00:00Z', '2026-11-21'],
])('the local day changes at midnight in %s', (_, offset, instant, key) => {
  expect(localDayKey(at(instant), offset)).toBe(key);
});

test('a day in UTC+8 starts at 16:00 in UTC and ends a millisecond before the next', () => {
  expect(appDayStart('2026-11-21')).toBe(at('2026-11-20T16:00:00.000Z'));
  expect(appDayEnd('2026-11-21')).toBe(at('2026-11-21T15:59:59.999Z'));
});

test('every instant lies in the day it is said to lie in', () => {
  fc.assert(
    fc.property(anyInstant, (instant) => {
      const key = appDayKey(instant);
      expect(isDayKey(key)).toBe(true);
      expect(appDayStart(key)).toBe(startOfAppDay(instant));
      expect(appDayEnd(key)).toBe(endOfAppDay(instant));
      expect(instant).toBeGreaterThanOrEqual(appDayStart(key));
      expect(instant).toBeLessThanOrEqual(appDayEnd(key));
    }),
  );
});

test.each([
  ['2026-11-21', true],
  ['2028-02-29', true],
  ['2000-02-29', true],
  ['0001-01-01', true],
  ['9999-12-31', true],
  ['2026-02-29', false],
  ['1900-02-29', false],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-01-00', false],
  ['2026-01-32', false],
  ['2026-1-1', false],
  ['26-01-01', false],
  ['+02026-01-01', false],
  ['+010000-01', false],
  ['2026-11-21 ', false],
  ['x2026-11-21', false],
  ['2026-11-21T00:00', false],
  ['', false],
])('the text %j is a day: %s', (text, is) => {
  expect(isDayKey(text)).toBe(is);
});

test.each([
  ['a day alone is that app day’s start', '2026-11-21', '2026-11-20T16:00:00Z'],
  ['a leap day alone', '2028-02-29', '2028-02-28T16:00:00Z'],
  ['ISO', '2026-11-21T04:51:41.558Z', '2026-11-21T04:51:41.558Z'],
  ['with a blank and a short zone', '2026-11-21 04:51:41.558+00', '2026-11-21T04:51:41.558Z'],
  ['microseconds are cut', '2026-11-21T04:51:41.558999+00:00', '2026-11-21T04:51:41.558Z'],
  ['a fraction that no binary number holds', '2026-11-21T04:51:41.29Z', '2026-11-21T04:51:41.290Z'],
  ['tenths', '2026-11-21T04:51:41.5Z', '2026-11-21T04:51:41.500Z'],
  ['nanoseconds', '2026-11-21T04:51:41.000000001Z', '2026-11-21T04:51:41Z'],
  ['a zone east', '2026-11-21T08:00:00+08:00', '2026-11-21T00:00:00Z'],
  ['a zone west', '2026-11-20T16:00:00-08:00', '2026-11-21T00:00:00Z'],
  ['half an hour east', '2026-11-21T05:30:00+05:30', '2026-11-21T00:00:00Z'],
  ['half an hour west', '2026-11-20T20:30:00-03:30', '2026-11-21T00:00:00Z'],
  ['a zone without colon', '2026-11-21T08:00:00+0800', '2026-11-21T00:00:00Z'],
  ['small letters', '2026-11-21t04:51:41z', '2026-11-21T04:51:41Z'],
  ['no seconds', '2026-11-21T04:51', '2026-11-21T04:51:00Z'],
  ['no zone means UTC', '2026-11-21T04:51:41', '2026-11-21T04:51:41Z'],
  ['the last moment of a day', '2026-11-21T23:59:59.999Z', '2026-11-21T23:59:59.999Z'],
  ['blanks around', ' 2026-11-21T04:51:41Z\n', '2026-11-21T04:51:41Z'],
])('an instant is read: %s', (_, text, instant) => {
  expect(parseInstant(text)).toBe(at(instant));
});

test.each([
  null,
  undefined,
  '',
  ' ',
  'soon',
  'infinity',
  '-infinity',
  '2026',
  '2026-11',
  '2026-02-30',
  '2026-02-29T00:00:00Z',
  '2026-11-21T',
  '2026-11-21T10',
  '2026-11-21T24:00:00Z',
  '2026-11-21T10:60:00Z',
  '2026-11-21T10:00:60Z',
  '2026-11-21T10:00:00.Z',
  '2026-11-21T10:00:00.1234567890Z',
  '2026-11-21T10:00:00+24:00',
  '2026-11-21T10:00:00+08:60',
  '2026-11-21T10:00:00+8',
  '2026-11-21Z',
  '2026-11-21T10:00:00Z!',
  '!2026-11-21T10:00:00Z',
  '20261121T100000Z',
  '21/11/2026',
  'Nov 21, 2026',
  '1795236701558',
  '+012026-11-21T10:00:00Z',
])('the text %j can’t be read as an instant', (text) => {
  expect(parseInstant(text)).toBeNull();
});

test.each([
  ['2026-11-21T02:24:00Z', 'Sat, Nov 21', 'Nov 21, 2026', 'Saturday, Nov 21, 2026', '10:24 AM'],
  ['2026-10-31T16:00:00Z', 'Sun, Nov 1', 'Nov 1, 2026', 'Sunday, Nov 1, 2026', '12:00 AM'],
  ['2026-12-31T15:59:59Z', 'Thu, Dec 31', 'Dec 31, 2026', 'Thursday, Dec 31, 2026', '11:59 PM'],
  ['2028-02-29T04:05:00Z', 'Tue, Feb 29', 'Feb 29, 2028', 'Tuesday, Feb 29, 2028', '12:05 PM'],
  ['2027-01-04T05:00:00Z', 'Mon, Jan 4', 'Jan 4, 2027', 'Monday, Jan 4, 2027', '1:00 PM'],
])('the instant %s is written in every format', (iso, short, long, weekday, time) => {
  expect(appDateText(at(iso))).toBe(short);
  expect(appLongDateText(at(iso))).toBe(long);
  expect(appWeekdayDateText(at(iso))).toBe(weekday);
  // The tests' device is in St John's.
  expect(appTimeText(at(iso))).toBe(`${time} GMT+8`);
  expect(appTimestampText(at(iso))).toBe(`${long}, ${time} GMT+8`);
});

test.each([
  ['2026-11-21T02:24:00Z', 'Sat, Nov 21 · 10:24 AM GMT+8'],
  ['2026-11-20T16:00:00Z', 'Sat, Nov 21'],
  ['2026-11-20T16:00:01Z', 'Sat, Nov 21 · 12:00 AM GMT+8'],
])('%s is written as %s: a day alone has no time', (iso, text) => {
  expect(withTimeOfDay(at(iso), appDateText)).toBe(text);
});

test.each([
  ['2026-11-21', true],
  ['2026-11-20T16:00:00Z', true],
  ['2026-11-20T15:59:59Z', false],
  ['2026-11-22', true],
  ['infinity', false],
  [null, false],
])('the day of %s is ahead on the 21st: %s', (date, ahead) => {
  expect(isAhead(date, at('2026-11-21T15:59:59Z'))).toBe(ahead);
});

test('an instant is written as the runtime’s own calendar writes it', () => {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Manila', ...options });
  const date = format({ weekday: 'long', month: 'short', day: 'numeric', year: 'numeric' });
  const time = format({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' });
  const exact = format({
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  });
  // Since 1990 Manila has kept UTC+8 without a summer time.
  const modern = fc.integer({ min: at('1991-01-01T00:00:00Z'), max: at('2100-01-01T00:00:00Z') });
  fc.assert(
    fc.property(modern, (instant) => {
      expect(appWeekdayDateText(instant)).toBe(date.format(instant));
      expect(appTimeText(instant)).toBe(time.format(instant).replace('\u202f', ' '));
      expect(appExactTimeText(instant)).toBe(
        `${date.format(instant)}, ${exact.format(instant).replace('\u202f', ' ')}`,
      );
    }),
  );
});

test.each([
  ['2026-11-21', 1, '2026-11-22'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-03-01', -1, '2026-02-28'],
  ['2027-01-01', -1, '2026-12-31'],
  ['2000-01-01', -1, '1999-12-31'],
])('the day %s and %d more is %s', (day, days, other) => {
  expect(dayPlus(day, days)).toBe(other);
});

test.each([
  ['Asia/Manila', ''],
  ['Asia/Singapore', ''],
  ['UTC', ' GMT+8'],
  ['America/Los_Angeles', ' GMT+8'],
  ['Pacific/Kiritimati', ' GMT+8'],
  ['Pacific/Pago_Pago', ' GMT+8'],
])(
  'a device in %s has the same day and texts of the app, with a zone only where it has another',
  (zone, named) => {
    const before = process.env.TZ;
    process.env.TZ = zone;
    try {
      const instant = at('2026-11-20T16:00:00Z');
      expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
      expect(appDayKey(instant)).toBe('2026-11-21');
      expect(appTimestampText(instant)).toBe(`Nov 21, 2026, 12:00 AM${named}`);
      expect(appExactTimeText(instant)).toBe(`Saturday, Nov 21, 2026, 12:00:00 AM${named}`);
      expect(parseInstant('2026-11-21')).toBe(instant);
      expect(parseInstant('2026-11-20T16:00')).toBe(instant);
    } finally {
      process.env.TZ = before;
    }
  },
);

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

test.each([
  ['never shown', null, true],
  ['shown today', '2026-11-21', false],
  ['shown yesterday', '2026-11-20', true],
  ['shown tomorrow, by a clock that was set back since', '2026-11-22', true],
  ['something else kept there', 'garbage', true],
  ['nothing kept there', '', true],
])('a prompt is due or not: %s', (_, lastShown, due) => {
  expect(isDueToday(lastShown, '2026-11-21')).toBe(due);
});

// @vitest-environment node
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { monthPlus, monthText, weeksOf } from '../../../src/lib/domain/calendar.ts';
import {
  appDateText,
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
  seenText,
  startOfAppDay,
  withTimeOfDay,
} from '../../../src/lib/domain/day.ts';
import { words } from './examples.ts';

const at = (iso: string) => Date.parse(iso);

test.each([
  ['the last millisecond before midnight in UTC+8', '2026-11-20T15:59:59.999Z', '2026-11-20'],
  ['midnight in UTC+8', '2026-11-20T16:00:00.000Z', '2026-11-21'],
  ['the start of 29 February', '2028-02-28T16:00:00Z', '2028-02-29'],
  ['the day after 28 February of another year', '2026-02-28T16:00:00Z', '2026-03-01'],
  ['before 1970', '1969-12-31T15:59:59.999Z', '1969-12-31'],
])('the app day is right: %s', (_, instant, key) => {
  expect(appDayKey(at(instant))).toBe(key);
  expect(startOfAppDay(at(instant))).toBe(appDayStart(key));
  expect(endOfAppDay(at(instant))).toBe(appDayStart(dayPlus(key, 1)) - 1);
});

test.each([
  ['UTC', 0, '2026-11-21T00:00:00Z'],
  ['Manila', -480, '2026-11-20T16:00:00Z'],
  ['Los Angeles', 480, '2026-11-21T08:00:00Z'],
  ['St. John’s', 210, '2026-11-21T03:30:00Z'],
])('the local day changes at midnight in %s', (_, offset, midnight) => {
  expect(localDayKey(at(midnight), offset)).toBe('2026-11-21');
  expect(localDayKey(at(midnight) - 1, offset)).toBe('2026-11-20');
});

test('a day is written as YYYY-MM-DD and exists in the calendar', () => {
  for (const day of words('2026-11-21 2028-02-29 2000-02-29 0001-01-01 9999-12-31')) {
    expect.soft(isDayKey(day), day).toBe(true);
  }
  const none = words(`
    2026-02-29 1900-02-29 2026-04-31 2026-13-01 2026-00-10 2026-01-00
    2026-1-1 26-01-01 +02026-01-01 x2026-11-21 2026-11-21T00:00
  `);
  for (const text of ['', '2026-11-21 ', ...none]) {
    expect.soft(isDayKey(text), text).toBe(false);
  }
});

test.each([
  ['a day alone is that app day’s start', '2026-11-21', '2026-11-20T16:00:00Z'],
  ['ISO', '2026-11-21T04:51:41.558Z', '2026-11-21T04:51:41.558Z'],
  ['with a blank and a short zone', '2026-11-21 04:51:41.558+00', '2026-11-21T04:51:41.558Z'],
  ['microseconds are cut', '2026-11-21T04:51:41.558999+00:00', '2026-11-21T04:51:41.558Z'],
  ['a fraction that no binary number holds', '2026-11-21T04:51:41.29Z', '2026-11-21T04:51:41.290Z'],
  ['nanoseconds', '2026-11-21T04:51:41.000000001Z', '2026-11-21T04:51:41Z'],
  ['a zone east', '2026-11-21T08:00:00+08:00', '2026-11-21T00:00:00Z'],
  ['a zone west', '2026-11-20T16:00:00-08:00', '2026-11-21T00:00:00Z'],
  ['half an hour west', '2026-11-20T20:30:00-03:30', '2026-11-21T00:00:00Z'],
  ['a zone without colon', '2026-11-21T08:00:00+0800', '2026-11-21T00:00:00Z'],
  ['small letters', '2026-11-21t04:51:41z', '2026-11-21T04:51:41Z'],
  ['no seconds', '2026-11-21T04:51', '2026-11-21T04:51:00Z'],
  ['no zone means UTC', '2026-11-21T04:51:41', '2026-11-21T04:51:41Z'],
  ['blanks around', ' 2026-11-21T04:51:41Z\n', '2026-11-21T04:51:41Z'],
])('an instant is read: %s', (_, text, instant) => {
  expect(parseInstant(text)).toBe(at(instant));
});

test('a text in another form, or with a day or time that does not exist, is no instant', () => {
  const written = words(`
    soon infinity 2026-11 2026-02-30 2026-02-29T00:00:00Z 21/11/2026 1795236701558
    2026-11-21T 2026-11-21T10 2026-11-21Z 20261121T100000Z +012026-11-21T10:00:00Z
    2026-11-21T24:00:00Z 2026-11-21T10:60:00Z 2026-11-21T10:00:60Z
    2026-11-21T10:00:00.Z 2026-11-21T10:00:00.1234567890Z
    2026-11-21T10:00:00+24:00 2026-11-21T10:00:00+08:60 2026-11-21T10:00:00+8
    2026-11-21T10:00:00Z! !2026-11-21T10:00:00Z
  `);
  for (const text of [null, undefined, '', ' ', 'Nov 21, 2026', ...written]) {
    expect.soft(parseInstant(text), `${text}`).toBeNull();
  }
});

test.each([
  ['2026-11-21T02:24:00Z', 'Sat, Nov 21', 'Nov 21, 2026', 'Saturday, Nov 21, 2026', '10:24 AM'],
  ['2026-10-31T16:00:00Z', 'Sun, Nov 1', 'Nov 1, 2026', 'Sunday, Nov 1, 2026', '12:00 AM'],
  ['2028-02-29T04:05:00Z', 'Tue, Feb 29', 'Feb 29, 2028', 'Tuesday, Feb 29, 2028', '12:05 PM'],
])('the instant %s is written in every format', (iso, short, long, weekday, time) => {
  expect(appDateText(at(iso))).toBe(short);
  expect(appLongDateText(at(iso))).toBe(long);
  expect(appWeekdayDateText(at(iso))).toBe(weekday);
  // The tests' device is in St John's.
  expect(appTimeText(at(iso))).toBe(`${time} GMT+8`);
  expect(appTimestampText(at(iso))).toBe(`${long}, ${time} GMT+8`);
});

test('a time of today in UTC+8 is written without its day', () => {
  const now = at('2026-11-20T17:00:00Z');
  expect(seenText(at('2026-11-20T16:00:00Z'), now)).toBe('12:00 AM GMT+8');
  expect(seenText(at('2026-11-20T15:59:00Z'), now)).toBe('Nov 20, 2026, 11:59 PM GMT+8');
});

test('a date is written with its time of day, and a day alone without one', () => {
  const text = (iso: string) => withTimeOfDay(at(iso), appDateText);
  expect(text('2026-11-21T02:24:00Z')).toBe('Sat, Nov 21 · 10:24 AM GMT+8');
  expect(text('2026-11-20T16:00:00Z')).toBe('Sat, Nov 21');
  expect(text('2026-11-20T16:00:01Z')).toBe('Sat, Nov 21 · 12:00 AM GMT+8');
});

test.each([
  ['2026-11-21', true],
  ['2026-11-20T16:00:00Z', true],
  ['2026-11-20T15:59:59Z', false],
  ['infinity', false],
  [null, false],
])('the day of %s is today or later on the 21st: %s', (date, ahead) => {
  expect(isAhead(date, at('2026-11-21T15:59:59Z'))).toBe(ahead);
});

test('an instant is written as the runtime’s own calendar writes it', () => {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Manila', ...options });
  const date = format({ weekday: 'long', month: 'short', day: 'numeric', year: 'numeric' });
  const clock = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;
  const time = format(clock);
  const exact = format({ ...clock, second: '2-digit' });
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
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-03-01', -1, '2026-02-28'],
  ['2000-01-01', -1, '1999-12-31'],
])('the day %s plus %d is %s', (day, days, other) => {
  expect(dayPlus(day, days)).toBe(other);
});

test.each([
  ['Asia/Manila', ''],
  ['America/Los_Angeles', ' GMT+8'],
  ['Pacific/Pago_Pago', ' GMT+8'],
])(
  'a device in %s shows the app’s day and time, and names the zone only if its own differs',
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

test('months have neighbors across the end of a year, and names in the form of dates', () => {
  const around = (month: string) => [-1, 1].map((by) => monthPlus(month, by as -1 | 1));
  expect(around('2026-01')).toEqual(['2025-12', '2026-02']);
  expect(around('2028-02')).toEqual(['2028-01', '2028-03']);
  expect(around('2026-12')).toEqual(['2026-11', '2027-01']);
  expect(monthText('2026-11')).toBe('Nov 2026');
});

test.each([
  ['2026-11', 0, 30],
  ['2026-08', 6, 31],
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

test('a prompt is due unless the stored day is today, whatever else is stored', () => {
  for (const lastShown of [null, '', '2026-11-20', '2026-11-22', 'garbage']) {
    expect(isDueToday(lastShown, '2026-11-21')).toBe(true);
  }
  expect(isDueToday('2026-11-21', '2026-11-21')).toBe(false);
});

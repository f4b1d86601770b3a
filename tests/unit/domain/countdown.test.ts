// @vitest-environment node
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Countdown,
  countdownOf,
  countdownText,
  homeCountdownText,
  minutesAndSeconds,
} from '../../../src/lib/domain/countdown.ts';
import { appDayEnd, appDayKey } from '../../../src/lib/domain/day.ts';
import { anyInstant, anyText } from './examples.ts';

const DAY = 86_400_000;
const at = (iso: string) => Date.parse(iso);
/** The end date of every row: its deadline is 2026-11-21T23:59:59.999+08:00. */
const end = '2026-11-21';
const deadline = at('2026-11-21T15:59:59.999Z');

test.each([
  ['three days and a half', deadline - 3.5 * DAY, '3 days remaining', '3d 12:00:00'],
  ['two days', deadline - 2 * DAY, '2 days remaining', '2d 00:00:00'],
  ['a millisecond less than two days', deadline - 2 * DAY + 1, '1 day remaining', '1d 23:59:59'],
  ['25 hours', deadline - 25 * 3_600_000, '1 day remaining', '1d 01:00:00'],
  ['a second more than 24 hours', deadline - DAY - 1000, '1 day remaining', '1d 00:00:01'],
  ['a millisecond more than 24 hours', deadline - DAY - 1, '1 day remaining', '1d 00:00:00'],
  // The end of today comes first here: exactly 24 h before the deadline is another day's end.
  ['exactly 24 hours', deadline - DAY, '00:00:00', '00:00:00'],
  ['a millisecond less than 24 hours', deadline - DAY + 1, '23:59:59', '23:59:59'],
  ['midnight in UTC+8', at('2026-11-20T16:00:00Z'), '23:59:59', '23:59:59'],
  ['midnight in UTC', at('2026-11-21T00:00:00Z'), '15:59:59', '15:59:59'],
  ['midnight in St. John’s, the device’s zone', at('2026-11-21T03:30:00Z'), '12:29:59', '12:29:59'],
  ['a morning', at('2026-11-21T18:56:58.999+08:00'), '05:03:01', '05:03:01'],
  ['one second', deadline - 1000, '00:00:01', '00:00:01'],
  ['less than a second', deadline - 999, '00:00:00', '00:00:00'],
  ['the last millisecond of the day', deadline, '00:00:00', '00:00:00'],
  ['the first millisecond after it', deadline + 1, 'Expired', 'Expired'],
  ['a year after', deadline + 365 * DAY, 'Expired', 'Expired'],
])('the countdown has the right texts: %s before or after', (_, now, text, homeText) => {
  expect(countdownText(countdownOf(end)(now))).toBe(text);
  expect(homeCountdownText(countdownOf(end)(now))).toBe(homeText);
});

test.each([
  ['a date alone', '2026-11-21'],
  ['its first instant', '2026-11-20T16:00:00Z'],
  ['an hour of it', '2026-11-21T04:51:41.558+00:00'],
  ['as the database writes it', '2026-11-21 04:51:41.558+00'],
  ['its last instant', '2026-11-21T23:59:59.999+08:00'],
])('the end date counts through its whole day: %s', (_, dateEnd) => {
  expect(countdownOf(dateEnd)(deadline)).toEqual({
    kind: 'clock',
    hours: 0,
    minutes: 0,
    seconds: 0,
  });
  expect(countdownOf(dateEnd)(deadline + 1)).toEqual({ kind: 'expired' });
});

test.each([
  ['on the day before', '2028-02-28T12:00:00+08:00', '1 day remaining'],
  ['on the day', '2028-02-29T12:00:00+08:00', '11:59:59'],
  ['on the day after', '2028-03-01T00:00:00+08:00', 'Expired'],
])('the countdown is right on 29 February, %s', (_, now, text) => {
  expect(countdownText(countdownOf('2028-02-29')(at(now)))).toBe(text);
});

test.each([
  ['none', null, 'No end date'],
  ['an empty one', '', 'No end date'],
  ['a blank one', ' ', 'No end date'],
  ['garbage', 'soon', 'No timer'],
  ['a day that is none', '2026-02-29', 'No timer'],
  ['for ever', 'infinity', 'No timer'],
])('an end date is read or not: %s', (_, dateEnd, text) => {
  expect(countdownText(countdownOf(dateEnd)(deadline))).toBe(text);
  expect(homeCountdownText(countdownOf(dateEnd)(deadline))).toBe(text);
});

test('a device whose clock is set forward and back shows what its clock says', () => {
  const texts = [-DAY * 5, 1, -2000, -DAY * 5].map((jump) =>
    countdownText(countdownOf(end)(deadline + jump)),
  );
  expect(texts).toEqual(['5 days remaining', 'Expired', '00:00:02', '5 days remaining']);
});

const parts = (c: Countdown) => {
  const days = c.kind === 'days' ? c.days : 0;
  if (c.kind !== 'days' && c.kind !== 'clock') return Number.NaN;
  return ((days * 24 + c.hours) * 60 + c.minutes) * 60 + c.seconds;
};

test('the parts of a countdown add up to the time left, and each stays in its range', () => {
  const soon = fc.integer({ min: 0, max: 40 * DAY }).filter((left) => left !== DAY);
  fc.assert(
    fc.property(anyInstant, soon, (instant, left) => {
      const key = appDayKey(instant);
      const counted = countdownOf(key)(appDayEnd(key) - left);
      expect(parts(counted)).toBe(Math.floor(left / 1000));
      expect(counted).toMatchObject({
        kind: left > DAY ? 'days' : 'clock',
        hours: Math.floor(left / 3_600_000) % 24,
        minutes: Math.floor(left / 60_000) % 60,
        seconds: Math.floor(left / 1000) % 60,
      });
    }),
  );
});

test('time only runs out: a later now never shows more', () => {
  const rank = (c: Countdown) => (c.kind === 'expired' ? -1 : parts(c));
  const moment = fc.integer({ min: -3 * DAY, max: 3 * DAY }).filter((offset) => offset !== -DAY);
  fc.assert(
    fc.property(moment, moment, (one, other) => {
      const [earlier, later] = [Math.min(one, other), Math.max(one, other)];
      const left = (offset: number) => rank(countdownOf(end)(deadline + offset));
      expect(left(earlier)).toBeGreaterThanOrEqual(left(later));
    }),
  );
});

test('any end date has a text', () => {
  fc.assert(
    fc.property(anyText, anyInstant, (text, now) => countdownText(countdownOf(text)(now)) !== ''),
  );
});

test.each([
  [120_000, '02:00'],
  [119_999, '01:59'],
  [61_000, '01:01'],
  [60_000, '01:00'],
  [59_999, '00:59'],
  [1000, '00:01'],
  [999, '00:00'],
  [0, '00:00'],
  [-1, '00:00'],
  [-90_000, '00:00'],
  [6_000_000, '100:00'],
])('%d ms read as %s', (ms, text) => {
  expect(minutesAndSeconds(ms)).toBe(text);
});

// @vitest-environment node
import { describe, expect, test } from 'vitest';
import {
  countdownOf,
  countdownText,
  homeCountdownText,
  minutesAndSeconds,
} from '../../../src/lib/domain/countdown.ts';
import type { StoreEvent } from '../../../src/lib/domain/entities.ts';
import {
  calendarEntry,
  calendarFileName,
  itemPath,
  itemWords,
} from '../../../src/lib/domain/kept-item.ts';
import { checkRewardForm, rewardRow } from '../../../src/lib/domain/reward.ts';
import { rewardForm as form, reward, writtenReward } from './examples.ts';

test.each([
  ['a whole form', {}, true],
  ['a blank title', { title: ' \n' }, false],
  ['no start', { dateStart: '' }, false],
  ['a start on a day that does not exist', { dateStart: '2026-02-30' }, false],
  ['a start with a time', { dateStart: '2026-11-21T10:00' }, true],
])('a form is accepted or not: %s', (_, fields, complete) => {
  expect(checkRewardForm(form(fields))).toBe(
    complete ? null : 'Title and start date are required.',
  );
});

test('the row has the table’s columns, and no spaces around its texts', () => {
  const fields = { title: ' Free coffee ', dateStart: ' 2026-11-21 ', dateEnd: ' 2026-12-31 ' };
  expect(rewardRow(form(fields), 'https://example.com/p.png')).toEqual(
    writtenReward({
      photo: 'https://example.com/p.png',
      date_start: '2026-11-20T16:00:00.000Z',
      date_end: '2026-12-30T16:00:00.000Z',
    }),
  );
});

test.each([
  ['a time without a zone is UTC', '2026-11-21T10:00', '2026-11-21T10:00:00.000Z'],
  ['a time keeps its zone', '2026-11-21T10:00+08:00', '2026-11-21T02:00:00.000Z'],
  ['a text that is not a date is left to the backend', ' soon ', 'soon'],
  ['a blank one is none', ' ', null],
])('an end date is written as an instant: %s', (_, dateEnd, date_end) => {
  expect(rewardRow(form({ dateEnd }), null)).toMatchObject({ date_end, photo: null });
});

test.each([
  ['8', 8],
  [12, 12],
  ['2.9', 2],
  ['', 10],
  [-3, 10],
])('a form with %j stamps needed becomes a row with %d', (stampsNeeded, stored) => {
  expect(rewardRow(form({ stampsNeeded }), null).stamps_needed).toBe(stored);
});

const MORNING = Date.parse('2026-11-21T02:00:00Z');

const event = (fields: Partial<StoreEvent> = {}) => ({
  kind: 'event' as const,
  event: {
    ...{ id: '2', name: 'Night Market', title: 'Sixty stalls', photo: null },
    ...{ date: '2026-11-23T17:00:00+08:00', ...fields },
  },
});
const offer = (fields: Parameters<typeof reward>[0] = {}) => ({
  kind: 'reward' as const,
  reward: reward({ id: '7', storeId: '3', title: 'Free barako', ...fields }),
});

test.each([
  ['an event', event(), '/view-event/2'],
  ['a reward', offer(), '/store/3?reward=7'],
  ['a reward without a store', offer({ storeId: null, storeName: null }), '/redeem?reward=7'],
  ['an odd id', event({ id: 'a/b?c' }), '/view-event/a%2Fb%3Fc'],
])('the link of %s leads to its page', (_, item, path) => {
  expect(itemPath(item)).toBe(path);
});

test.each([
  [event(), 'Night Market · Monday, Nov 23, 2026 · 5:00 PM GMT+8'],
  [event({ date: null }), 'Night Market'],
  [offer(), 'Free barako at Kape Tayo'],
  [offer({ storeName: null }), 'Free barako'],
])('a shared item says what it is (%#)', (item, text) => {
  expect(itemWords(item).text).toBe(text);
});

const entry = (item: Parameters<typeof calendarEntry>[0]) => calendarEntry(item, MORNING);

test('an event is in the calendar at its time, or for its whole day if it has none', () => {
  expect(entry(event())).toEqual({
    ...{ id: 'event-2', title: 'Night Market', description: 'Sixty stalls', place: null },
    ...{ instant: Date.parse('2026-11-23T09:00:00Z'), isWholeDay: false },
  });
  expect(entry(event({ date: '2026-11-22T16:00:00Z' }))).toMatchObject({ isWholeDay: true });
  expect(entry(event({ date: '2026-11-22T16:01:00Z' }))).toMatchObject({ isWholeDay: false });
});

test('a reward is in the calendar for its whole last day, until that is over', () => {
  expect(entry(offer({ dateEnd: '2026-11-30T05:00:00Z' }))).toEqual({
    ...{ id: 'reward-7', title: 'Last day: Free barako', description: null, place: 'Kape Tayo' },
    ...{ instant: Date.parse('2026-11-30T05:00:00Z'), isWholeDay: true },
  });
  expect(entry(offer({ dateEnd: '2026-11-20T16:00:00Z' }))).not.toBe(null);
  expect(entry(offer({ dateEnd: '2026-11-20T15:59:59Z' }))).toBe(null);
});

test('the calendar takes nothing that has no date or is over', () => {
  expect(entry(offer({ dateEnd: 'infinity' }))).toBe(null);
  expect(entry(event({ date: null }))).toBe(null);
  expect(entry(event({ date: '2026-11-20T10:00:00Z' }))).toBe(null);
});

test.each([
  ['Free kapeng barako', 'free-kapeng-barako.ics'],
  ['Buy 1, get 1: ☕️!', 'buy-1-get-1.ics'],
  ['../../etc/passwd', 'etc-passwd.ics'],
  ['ñandú مقهى', 'ñandú-مقهى.ics'],
  ['☕️', 'stampcard.ics'],
  ['W'.repeat(10_000), `${'w'.repeat(40)}.ics`],
])('the file of %j is called %j', (title, name) => {
  expect(calendarFileName(title)).toBe(name);
});

describe('the countdown', () => {
  const DAY = 86_400_000;
  const at = (iso: string) => Date.parse(iso);
  /** The end date of every row: its deadline is 2026-11-21T23:59:59.999+08:00. */
  const end = '2026-11-21';
  const deadline = at('2026-11-21T15:59:59.999Z');

  test.each([
    ['three days and a half', deadline - 3.5 * DAY, '3 days remaining', '3d 12:00:00'],
    ['a millisecond less than two days', deadline - 2 * DAY + 1, '1 day remaining', '1d 23:59:59'],
    ['a millisecond more than 24 hours', deadline - DAY - 1, '1 day remaining', '1d 00:00:00'],
    // The end of today comes first here: exactly 24 h before the deadline is another day's end.
    ['exactly 24 hours', deadline - DAY, '00:00:00', '00:00:00'],
    ['a millisecond less than 24 hours', deadline - DAY + 1, '23:59:59', '23:59:59'],
    ['midnight on the device', at('2026-11-21T03:30:00Z'), '12:29:59', '12:29:59'],
    ['less than a second', deadline - 999, '00:00:00', '00:00:00'],
    ['a millisecond after the end', deadline + 1, 'Expired', 'Expired'],
  ])('the countdown has the right texts: %s', (_, now, text, homeText) => {
    expect(countdownText(countdownOf(end)(now))).toBe(text);
    expect(homeCountdownText(countdownOf(end)(now))).toBe(homeText);
  });

  test.each([
    '2026-11-21',
    '2026-11-20T16:00:00Z',
    '2026-11-21 04:51:41.558+00',
    '2026-11-21T23:59:59.999+08:00',
  ])('the end date %s lasts until the end of its day', (dateEnd) => {
    const last = { kind: 'clock', hours: 0, minutes: 0, seconds: 0 };
    expect(countdownOf(dateEnd)(deadline)).toEqual(last);
    expect(countdownOf(dateEnd)(deadline + 1)).toEqual({ kind: 'expired' });
  });

  test.each([
    ['none', null, 'No end date'],
    ['a blank one', ' ', 'No end date'],
    ['a day that does not exist', '2026-02-29', 'No timer'],
    ['forever', 'infinity', 'No timer'],
  ])('an end date without a countdown has its own text: %s', (_, dateEnd, text) => {
    expect(countdownText(countdownOf(dateEnd)(deadline))).toBe(text);
    expect(homeCountdownText(countdownOf(dateEnd)(deadline))).toBe(text);
  });

  test.each([
    [120_000, '02:00'],
    [119_999, '01:59'],
    [999, '00:00'],
    [-90_000, '00:00'],
    [6_000_000, '100:00'],
  ])('%d ms read as %s', (ms, text) => {
    expect(minutesAndSeconds(ms)).toBe(text);
  });
});

// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Countdown,
  countdownOf,
  countdownText,
  homeCountdownText,
  minutesAndSeconds,
} from '../../../src/lib/domain/countdown.ts';
import { appDayEnd, appDayKey } from '../../../src/lib/domain/day.ts';
import type { StoreEvent } from '../../../src/lib/domain/entities.ts';
import {
  calendarEntry,
  calendarFileName,
  itemPath,
  itemWords,
} from '../../../src/lib/domain/kept-item.ts';
import { checkRewardForm, EMPTY_REWARD_FORM, rewardRow } from '../../../src/lib/domain/reward.ts';
import { anyInstant, rewardForm as form, reward, writtenReward } from './examples.ts';

test('an empty form holds nothing', () => {
  expect(EMPTY_REWARD_FORM).toEqual({
    title: '',
    stampsNeeded: '',
    dateStart: '',
    dateEnd: '',
    photo: null,
  });
});

test.each([
  ['a whole form', {}, true],
  ['no title', { title: '' }, false],
  ['a blank title', { title: ' \n' }, false],
  ['no start', { dateStart: '' }, false],
  ['a blank start', { dateStart: ' ' }, false],
  ['a start that is no date', { dateStart: 'soon' }, false],
  ['a start on no day', { dateStart: '2026-02-30' }, false],
  ['a start with a time', { dateStart: '2026-11-21T10:00' }, true],
  ['no end', { dateEnd: '' }, true],
])('a form is accepted or not: %s', (_, fields, complete) => {
  expect(checkRewardForm(form(fields))).toBe(
    complete ? null : 'Title and start date are required.',
  );
});

test('the row names the columns and carries no blanks', () => {
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
  ['what is no date is for the backend to refuse', ' soon ', 'soon'],
])('a date is written as an instant: %s', (_, written, stored) => {
  expect(rewardRow(form({ dateEnd: written }), null).date_end).toBe(stored);
});

test.each(['', ' '])('an end of %j is none', (dateEnd) => {
  expect(rewardRow(form({ dateEnd }), null)).toMatchObject({ date_end: null, photo: null });
});

test.each([
  ['8', 8],
  [12, 12],
  ['2.9', 2],
  ['', 10],
  ['eight', 10],
  ['0', 10],
  [-3, 10],
  [Number.NaN, 10],
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
  reward: reward({
    id: '7',
    storeId: '3',
    title: 'Free barako',
    storeName: 'Kape Tayo',
    ...fields,
  }),
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
  [event({ date: '2026-11-23' }), 'Night Market · Monday, Nov 23, 2026'],
  [event({ date: null }), 'Night Market'],
  [offer(), 'Free barako at Kape Tayo'],
  [offer({ storeName: null }), 'Free barako'],
])('what is passed on says what it is (%#)', (item, text) => {
  expect(itemWords(item).text).toBe(text);
});

const entry = (item: Parameters<typeof calendarEntry>[0]) => calendarEntry(item, MORNING);

test('an event is entered at its time, without one as its whole day', () => {
  const evening = Date.parse('2026-11-23T09:00:00Z');
  const expected = {
    ...{ id: 'event-2', title: 'Night Market', description: 'Sixty stalls', place: null },
  };
  expect(entry(event())).toEqual({ ...expected, instant: evening, isWholeDay: false });
  expect(entry(event({ date: '2026-11-23' }))).toMatchObject({ isWholeDay: true });
  expect(entry(event({ date: '2026-11-22T16:00:00Z' }))).toMatchObject({ isWholeDay: true });
  expect(entry(event({ date: '2026-11-22T16:01:00Z' }))).toMatchObject({ isWholeDay: false });
});

test('a reward is entered on its last day, the whole of it', () => {
  expect(entry(offer({ dateEnd: '2026-11-30T05:00:00Z' }))).toEqual({
    ...{ id: 'reward-7', title: 'Last day: Free barako', description: null, place: 'Kape Tayo' },
    ...{ instant: Date.parse('2026-11-30T05:00:00Z'), isWholeDay: true },
  });
});

test.each([
  ['a reward without an end', offer({ dateEnd: null })],
  ['a reward whose end cannot be read', offer({ dateEnd: 'infinity' })],
  ['a reward that ended yesterday', offer({ dateEnd: '2026-11-20T15:59:59Z' })],
  ['an event without a date', event({ date: null })],
  ['an event that is over', event({ date: '2026-11-20T10:00:00Z' })],
])('%s has no entry', (_, item) => {
  expect(entry(item)).toBe(null);
});

test('a reward has one until its last day is over', () => {
  expect(entry(offer({ dateEnd: '2026-11-21' }))).not.toBe(null);
  expect(entry(offer({ dateEnd: '2026-11-20T16:00:00Z' }))).not.toBe(null);
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
    [
      'midnight in St. John’s, the device’s zone',
      at('2026-11-21T03:30:00Z'),
      '12:29:59',
      '12:29:59',
    ],
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
});

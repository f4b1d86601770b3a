// @vitest-environment node
import { expect, test } from 'vitest';
import { checkRewardForm, EMPTY_REWARD_FORM, rewardRow } from '../../../src/lib/domain/reward.ts';
import { rewardForm as form, writtenReward } from './examples.ts';

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

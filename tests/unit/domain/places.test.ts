// @vitest-environment node
import { expect, test } from 'vitest';
import {
  distanceBetween,
  distanceText,
  readPlace,
  roundedPlace,
} from '../../../src/lib/domain/distance.ts';
import {
  closedDaysText,
  isElsewhere,
  openState,
  readHours,
  weekText,
} from '../../../src/lib/domain/opening-hours.ts';
import { readPhone, readWebsite } from '../../../src/lib/domain/store-contact.ts';

type Columns = [opening_hours: unknown, closed_on?: unknown, time_zone?: unknown];

const read = (...[opening_hours, closed_on = null, time_zone = 'Asia/Manila']: Columns) =>
  readHours({ opening_hours, closed_on, time_zone });
const hoursOf = (...columns: Columns) => {
  const hours = read(...columns);
  if (hours === null) throw new Error('These hours are invalid.');
  return hours;
};
const DAY = ['09:00-17:00'];
const MORNING = ['09:00-11:00'];
const NIGHT = ['18:00-02:00'];
const ALWAYS = ['00:00-24:00'];
const week = (spans: unknown) =>
  Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, spans]));

// 25 November 2026 is a Wednesday.
test.each<[string, Columns, string, string]>([
  ['by day', [{ wed: DAY }], '25T10:00', 'Open until 5:00 PM'],
  ['in its last minute', [{ wed: DAY }], '25T16:59', 'Open until 5:00 PM'],
  ['as it closes', [{ wed: DAY }], '25T17:00', 'Closed, opens Wednesday at 9:00 AM'],
  ['before it opens', [{ wed: DAY }], '25T08:00', 'Closed, opens at 9:00 AM'],
  ['at noon', [{ wed: ['13:00-15:00', ...MORNING] }], '25T12:00', 'Closed, opens at 1:00 PM'],
  ['early', [{ wed: ['13:00-15:00', '08:30-11:00'] }], '25T08:00', 'Closed, opens at 8:30 AM'],
  ['two days before', [{ fri: DAY }], '25T12:00', 'Closed, opens Friday at 9:00 AM'],
  ['before midnight', [{ wed: NIGHT }], '25T23:59', 'Open until 2:00 AM'],
  ['after midnight', [{ wed: NIGHT }], '26T01:00', 'Open until 2:00 AM'],
  ['on the night after Sunday', [{ sun: NIGHT }], '30T01:00', 'Open until 2:00 AM'],
  ['until midnight', [{ wed: ['09:00-24:00'] }], '25T10:00', 'Open until 12:00 AM'],
  [
    'on through midnight',
    [{ wed: ['20:00-24:00'], thu: ['00:00-03:00'] }],
    '25T22:00',
    'Open until 3:00 AM',
  ],
  ['day and night', [week(ALWAYS)], '25T03:00', 'Open now'],
  [
    'on a holiday',
    [{ wed: DAY, fri: DAY }, ['2026-11-25']],
    '25T10:00',
    'Closed, opens Friday at 9:00 AM',
  ],
  [
    'in the night of a holiday',
    [{ wed: NIGHT }, ['2026-11-25']],
    '26T01:00',
    'Closed, opens Wednesday at 6:00 PM',
  ],
  [
    'in the night before a holiday',
    [{ wed: NIGHT }, ['2026-11-26']],
    '26T01:00',
    'Open until 2:00 AM',
  ],
  ['for good', [{}], '25T10:00', 'Closed'],
  ['in New York', [{ tue: DAY }, null, 'America/New_York'], '25T02:00', 'Open until 5:00 PM'],
  ['in Kolkata', [{ wed: DAY }, null, 'Asia/Kolkata'], '25T11:29', 'Closed, opens at 9:00 AM'],
])('the text about a store’s hours is right: %s', (_when, hours, manila, text) => {
  const state = openState(hoursOf(...hours), Date.parse(`2026-11-${manila}+08:00`));
  expect(state).toEqual({ isOpen: text.startsWith('Open'), text });
});

test.each<[string, Columns]>([
  ['nothing', [null]],
  ['a day that does not exist', [{ holiday: DAY }]],
  ['an hour that does not exist', [{ mon: ['25:00-26:00'] }]],
  ['a minute past midnight', [{ mon: ['09:00-24:01'] }]],
  ['words next to the times', [{ mon: ['09:00-17:00, maybe'] }]],
  ['no length', [{ mon: ['09:00-09:00'] }]],
  ['a number', [{ mon: 9 }]],
  ['no zone', [{ mon: DAY }, null, null]],
  ['an unknown zone', [{ mon: DAY }, null, 'Asia/Nowhere']],
])('hours with %s are invalid', (_what, args) => {
  expect(read(...args)).toBeNull();
});

test('the week is listed from Monday on, with days of the same hours grouped', () => {
  const hours = { ...week(DAY), fri: ['09:00-12:00', '18:00-02:00'], sat: ALWAYS, sun: [] };
  expect(weekText(hoursOf(hours))).toEqual([
    { days: 'Monday – Thursday', hours: '9:00 AM – 5:00 PM' },
    { days: 'Friday', hours: '9:00 AM – 12:00 PM, 6:00 PM – 2:00 AM' },
    { days: 'Saturday', hours: 'Open 24 hours' },
    { days: 'Sunday', hours: 'Closed' },
  ]);
});

test('closed days are listed from today until 30 days ahead', () => {
  const days = ['2026-12-25', '2026-11-24', '2026-11-30', 'soon', '2027-01-01', '2026-11-25'];
  const now = Date.parse('2026-11-25T10:00+08:00');
  expect(closedDaysText(hoursOf({}, days), now)).toEqual([
    'Wed, Nov 25',
    'Mon, Nov 30',
    'Fri, Dec 25',
  ]);
});

test('a store’s clock is compared with the device’s own', () => {
  const now = Date.parse('2026-11-25T10:00Z');
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(isElsewhere(hoursOf({}, null, here), now)).toBe(false);
  expect(isElsewhere(hoursOf({}, null, 'Asia/Kathmandu'), now)).toBe(true);
});

test.each<[unknown, unknown]>([
  [91, 121],
  [14, 181],
  [null, 121],
  [Number.NaN, 121],
])('%s, %s is not a place', (latitude, longitude) => {
  expect(readPlace(latitude, longitude)).toBeNull();
});

const MANILA = { latitude: 14.5995, longitude: 120.9842 };

test.each([
  ['itself', MANILA, '50 m'],
  ['around the corner', { latitude: 14.6008, longitude: 120.9842 }, '150 m'],
  ['a kilometer', { latitude: 14.6085, longitude: 120.9842 }, '1.0 km'],
  ['Cebu', { latitude: 10.3157, longitude: 123.8854 }, '571 km'],
  ['over the date line', { latitude: 14.5995, longitude: -179.9842 }, '6332 km'],
  ['the other side', { latitude: -14.5995, longitude: -59.0158 }, '20015 km'],
])('the distance to %s is right', (_where, place, said) => {
  expect(distanceText(distanceBetween(MANILA, place))).toBe(said);
});

test('a place is rounded to the kilometer', () => {
  expect(roundedPlace(MANILA)).toEqual({ latitude: 14.6, longitude: 120.98 });
});

test.each<[string, unknown, string | null]>([
  ['https', 'https://kape.example/menu?a=1', 'https://kape.example/menu?a=1'],
  ['http', 'http://kape.example', null],
  ['a script after a blank', ' javascript:alert(1)', null],
  ['a password', 'https://ana:secret@kape.example', null],
  ['no host', 'https://', null],
  ['a number', 7, null],
])('a website of %s', (_what, website, link) => {
  expect(readWebsite(website)).toBe(link);
});

test.each<[unknown, string | null]>([
  ['+63 2 8555 0101', 'tel:+63285550101'],
  ['02 8555-0101', 'tel:0285550101'],
  ['030/8555 0101', 'tel:03085550101'],
  ['0917 555 0101 / 0918 555 0102', 'tel:09175550101'],
  ['+63 (0)2 8555 0101', 'tel:+63285550101'],
  ['call me', null],
  ['+63;ext=1', null],
  ['12', null],
  [null, null],
])('the phone %s', (phone, link) => {
  expect(readPhone(phone)?.link ?? null).toBe(link);
});

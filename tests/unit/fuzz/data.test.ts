// @vitest-environment node
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  countdownOf,
  countdownText,
  homeCountdownText,
} from '../../../src/lib/domain/countdown.ts';
import { appTimestampText, parseInstant } from '../../../src/lib/domain/day.ts';
import { type ImageType, imageType } from '../../../src/lib/domain/image-type.ts';
import { isActive } from '../../../src/lib/domain/reward-order.ts';
import { parseStampGoal, stampCount } from '../../../src/lib/domain/stamp-goal.ts';
import { anyInstant, anyText } from '../domain/examples.ts';
import { photoHeads } from '../domain/photo-heads.ts';
import { fuzz } from './fuzz.ts';
import { damaged, madeOf } from './inputs.ts';

const goals = [
  '{"stamps_needed":8}',
  '{"stamp_goal":"7","goal":0.5}',
  '{"goal":-1e3}',
  '[{"goal":3}]',
];
const jsonPieces = madeOf(
  '{',
  '}',
  '"',
  'goal',
  'stamps_needed',
  ':',
  ',',
  '9',
  'e99',
  'e999',
  '.',
  '-',
  '[',
  'null',
  'NaN',
  ' ',
);
const value = fc.oneof(
  fc.double(),
  fc.integer(),
  anyText,
  madeOf('1', '.', 'e', '-', '0x', ' ', 'Infinity'),
  fc.jsonValue(),
);
const fields = fc.record(
  { stamps_needed: value, stamp_goal: value, goal: value },
  { requiredKeys: [] },
);

const dates = [
  '2026-11-21',
  '2028-02-29',
  '2026-11-21T04:51:41.558Z',
  '2026-11-21 04:51:41.558+00',
  '2026-12-31T23:59:59-03:30',
];
const datePieces = madeOf(
  ...'0123456789',
  '-',
  ':',
  '.',
  'T',
  ' ',
  'Z',
  '+',
  '2026-02-30',
  '23:59:60',
  '24:00',
);

const digits = (length: number, max: number) =>
  fc.integer({ min: 0, max }).map((number) => String(number).padStart(length, '0'));
const seconds = fc.oneof(
  digits(2, 60).map((second) => `:${second}`),
  fc.constantFrom('', ':59.5', ':00.558999'),
);
const zone = fc.constantFrom('', 'Z', 'z', '+00', '+08:00', '-0330', '-12', '+24');
const time = fc
  .tuple(fc.constantFrom('T', ' ', 't'), digits(2, 24), digits(2, 60), seconds, zone)
  .map(([mark, hour, minute, rest, place]) => `${mark}${hour}:${minute}${rest}${place}`);
/** Of the right shape, but a part may be beyond its range, and 30 February turns up. */
const shapedDates = fc
  .tuple(digits(4, 9999), digits(2, 13), digits(2, 32), fc.oneof(fc.constant(''), time))
  .map(([year, month, date, rest]) => `${year}-${month}-${date}${rest}`);

/** The runtime's own reading, once the parts are there that it wants or would guess. */
function runtimeInstant(text: string): number {
  const [date, timeOfDay] = text.split('T');
  if (timeOfDay === undefined) return Date.parse(`${date}T00:00:00+08:00`);
  if (!/[Z+-]/.test(timeOfDay)) return Date.parse(`${text}Z`);
  return Date.parse(
    text.replace(/([+-]\d\d):?(\d\d)?$/, (_, hour, minute = '00') => `${hour}:${minute}`),
  );
}

test('a goal is a whole number of 1 or more, or none; a count is a finite number', () => {
  const metadata = fc.oneof(
    damaged(goals),
    damaged(goals, jsonPieces),
    jsonPieces,
    fields,
    fields.map((f) => JSON.stringify(f)),
    fc.anything(),
  );
  fuzz('metadata', metadata, (anything) => {
    const goal = parseStampGoal(anything);
    expect(goal === null || (Number.isInteger(goal) && goal > 0)).toBe(true);
    const count = stampCount(anything);
    expect(Number.isFinite(count)).toBe(true);
  });
});

test('a date is read as the runtime reads it, or not at all', () => {
  const texts = fc.oneof(shapedDates, damaged(dates, datePieces), datePieces, anyText);
  fuzz('dates', texts, (text) => {
    const instant = parseInstant(text);
    if (instant === null) return;
    expect(instant).toBe(runtimeInstant(text.trim().toUpperCase().replace(' ', 'T')));
    expect(appTimestampText(instant)).toMatch(
      /^[A-Z][a-z]{2} \d\d?, -?\d+, \d\d?:\d\d [AP]M GMT\+8$/,
    );
  });
});

test('an end date always has its text, and a reward is active or not', () => {
  const shown =
    /^(No end date|No timer|Expired|1 day remaining|\d+ days remaining|[01]\d:[0-5]\d:[0-5]\d|2[0-3]:[0-5]\d:[0-5]\d)$/;
  const homeShown = /^(No end date|No timer|Expired|(\d+d )?([01]\d|2[0-3]):[0-5]\d:[0-5]\d)$/;
  const ends = fc.oneof(
    damaged(dates, datePieces),
    anyText,
    anyInstant.map((i) => new Date(i).toISOString()),
  );
  fuzz(
    'end dates',
    fc.record({ dateEnd: ends, dateStart: ends, now: anyInstant }),
    ({ dateEnd, dateStart, now }) => {
      const left = countdownOf(dateEnd)(now);
      expect(countdownText(left)).toMatch(shown);
      expect(homeCountdownText(left)).toMatch(homeShown);
      // Running out of time and being listed are one rule, read from two sides.
      if (isActive({ dateStart: null, dateEnd }, now)) expect(left.kind).not.toBe('expired');
      else expect(left.kind).toBe('expired');
      if (isActive({ dateStart, dateEnd }, now)) expect(left.kind).not.toBe('expired');
    },
  );
});

/** What has to stand where in a picture of each kind. */
const marks: Record<ImageType, [mark: string, from: number]> = {
  png: ['\x89PNG\r\n\x1a\n', 0],
  jpeg: ['\xff\xd8\xff', 0],
  webp: ['WEBP', 8],
  gif: ['GIF8', 0],
  avif: ['ftyp', 4],
};

test('a file is a picture only with the mark of its kind in the mark’s place', () => {
  const heads = photoHeads.map(([, head]) => head);
  const pieces = madeOf(
    'RIFF',
    'WEBP',
    'GIF8',
    '7a',
    '\x89PNG',
    '\r\n\x1a\n',
    'ftyp',
    'avif',
    '\0',
  );
  fuzz('first bytes', fc.oneof(damaged(heads), damaged(heads, pieces), pieces, anyText), (text) => {
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const type = imageType(bytes);
    if (type === null) return;
    const [mark, from] = marks[type];
    expect(String.fromCharCode(...bytes).startsWith(mark, from)).toBe(true);
  });
});

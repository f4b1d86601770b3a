/** What `npm run store -- set` writes about a store. The database checks the values; its refusals get a sentence. */
import { isDayKey } from '../../src/lib/domain/day.ts';

export type StoreFacts = Readonly<Record<string, unknown>>;

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const HOURS = /^([a-z]{3})(?:-([a-z]{3}))?((?: \d{1,2}:\d\d-\d{1,2}:\d\d)+)$/;

/** In the words of the command line. */
const SHAPES = {
  place: 'a latitude and a longitude such as 14.64,121.06',
  hours: 'days with hours such as "mon-fri 07:00-12:00 13:00-22:00, sat 18:00-02:00"',
  closed: 'days such as 2026-12-25,2027-01-01',
};

function refuse(name: keyof typeof SHAPES, value: string): never {
  throw new Error(`--${name} must be ${SHAPES[name]}, but is "${value}".`);
}

const parts = (list: string): string[] => list.split(',').map((part) => part.trim());

function placeOf(value: string): StoreFacts {
  const numbers = parts(value);
  if (numbers.length !== 2 || !numbers.every((number) => /^-?\d+(\.\d+)?$/.test(number))) {
    refuse('place', value);
  }
  const [latitude, longitude] = numbers.map(Number);
  return { latitude, longitude };
}

/** From one day through another, even across the end of the week. */
function daysFrom(first: string, last: string): string[] {
  const from = DAYS.indexOf(first);
  const count = ((DAYS.indexOf(last) - from + 7) % 7) + 1;
  return [...DAYS, ...DAYS].slice(from, from + count);
}

/** 7:00 is 07:00. */
const inTwoDigits = (spans: string): string => spans.replace(/(?<!\d|:)\d(?=:)/g, '0$&');

function hoursOf(value: string): StoreFacts {
  const hours: Record<string, string[]> = {};
  for (const part of parts(value.toLowerCase())) {
    const [, first = '', last = first, spans = ''] = HOURS.exec(part.replace(/\s+/g, ' ')) ?? [];
    if (!DAYS.includes(first) || !DAYS.includes(last)) refuse('hours', value);
    for (const day of daysFrom(first, last)) {
      hours[day] = [...(hours[day] ?? []), ...inTwoDigits(spans).trim().split(' ')];
    }
  }
  return { opening_hours: hours };
}

function closedOf(value: string): StoreFacts {
  const days = parts(value);
  return days.every(isDayKey) ? { closed_on: days } : refuse('closed', value);
}

const READ: Readonly<Record<string, (value: string) => StoreFacts>> = {
  kind: (kind) => ({ kind }),
  place: placeOf,
  phone: (phone) => ({ phone }),
  website: (website) => ({ website }),
  zone: (time_zone) => ({ time_zone }),
  hours: hoursOf,
  closed: closedOf,
};

/** 'none' removes what is there. */
const NONE: Readonly<Record<string, StoreFacts>> = {
  place: { latitude: null, longitude: null },
  zone: { time_zone: null },
  hours: { opening_hours: null },
  closed: { closed_on: null },
};

/** @param given options with their values */
export const storeFacts = (
  given: readonly (readonly [name: string, value: string])[],
): StoreFacts =>
  Object.assign(
    {},
    ...given.map(([name, value]) =>
      value === 'none' ? (NONE[name] ?? { [name]: null }) : READ[name]?.(value),
    ),
  );

/** By the constraint that refuses (supabase/schemas/27_places.sql). */
const REFUSALS: Readonly<Record<string, string>> = {
  stores_kind_check: 'A kind has 1 to 60 characters.',
  stores_latitude_check: 'A latitude is from -90 to 90: it comes before the longitude.',
  stores_longitude_check: 'A longitude is from -180 to 180.',
  stores_closed_on_check: 'A store has at most 100 closed days.',
  stores_time_zone_check: 'A time zone has a name such as Asia/Manila.',
  stores_phone_check: 'A phone is a number such as +63 2 8555 0101.',
  stores_website_check: 'A website is an https:// address without a password.',
  stores_opening_hours_valid:
    'Opening hours are from 00:00 to 24:00, do not overlap, and close at another time than they open.',
  stores_opening_hours_zone: 'Opening hours need a time zone: --zone Asia/Manila.',
};

/** What the database's words mean; those words themselves if they name no constraint of a store. */
export const factRefusal = (message: string): string =>
  REFUSALS[/constraint "(\w+)"/.exec(message)?.[1] ?? ''] ?? message;

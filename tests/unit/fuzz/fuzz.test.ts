// @vitest-environment node
import fc from 'fast-check';
import LzString from 'lz-string';
import { describe, expect, test, vi } from 'vitest';
import { authCallbackError, withoutAuthError } from '../../../src/lib/domain/auth-callback.ts';
import {
  countdownOf,
  countdownText,
  homeCountdownText,
} from '../../../src/lib/domain/countdown.ts';
import { customerQrText, readCustomerQr } from '../../../src/lib/domain/customer-qr.ts';
import { appTimestampText, parseInstant } from '../../../src/lib/domain/day.ts';
import { type ImageType, imageType } from '../../../src/lib/domain/image-type.ts';
import {
  packRedemption,
  redemptionPayload,
  unpackRedemption,
} from '../../../src/lib/domain/redemption-qr.ts';
import { safeRedirect } from '../../../src/lib/domain/redirect.ts';
import { isActive } from '../../../src/lib/domain/reward-order.ts';
import { safeUrl } from '../../../src/lib/domain/safe-url.ts';
import { likePattern, searchable } from '../../../src/lib/domain/search-query.ts';
import { parseStampGoal, stampCount } from '../../../src/lib/domain/stamp-goal.ts';
import { anyInstant, anyText, person, reward, stamp } from '../domain/examples.ts';
import { photoHeads } from '../domain/photo-heads.ts';
import { damaged, madeOf, targets } from './inputs.ts';

/**
 * Inputs that are nearly right, tried on the rules as a whole. FUZZ_CASES sets how many a test tries
 * (thousands before a release), FUZZ_SEED repeats a run: a failure prints its seed and the smallest
 * input that fails.
 */
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const cases = Number(process.env.FUZZ_CASES ?? 100);

// As long as it takes: how many cases there are is the caller's choice.
vi.setConfig({ testTimeout: 3_600_000 });

/** Tries the check, which throws where it fails, on every input; prints how many, and the seed. */
function fuzz<T>(what: string, inputs: fc.Arbitrary<T>, check: (input: T) => void): void {
  process.stdout.write(`${what}: ${cases} cases, seed ${seed}\n`);
  fc.assert(fc.property(inputs, check), { seed, numRuns: cases });
}

const origin = 'https://stampcard.example';

test('a redirect stays on this site, wherever it is followed from', () => {
  fuzz('redirects', targets, (text) => {
    const followed = safeRedirect(text, origin);
    if (followed === null) return;
    for (const from of ['/', '/login?redirect=x', '/store/3/']) {
      expect(new URL(followed, `${origin}${from}`).origin).toBe(origin);
    }
    expect(followed).toMatch(/^\/(?![/\\])/);
    expect(safeRedirect(followed, origin)).toBe(followed);
  });
});

test('an address of data is https, or of this machine, or none', () => {
  fuzz('addresses', targets, (text) => {
    const used = safeUrl(text, origin);
    if (used === null) return;
    const { protocol, hostname } = new URL(used);
    expect(
      protocol === 'https:' ||
        (protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)),
    ).toBe(true);
    expect(safeUrl(used, origin)).toBe(used);
  });
});

test('an error in an address is shown once', () => {
  const pieces = madeOf(
    ...'error error_code error_description sb a = & ? # % %6f %20 + /'.split(' '),
  );
  fuzz('addresses with errors', fc.oneof(pieces, anyText), (text) => {
    const clean = withoutAuthError(`${origin}/home?${text}`);
    const { search, hash, pathname } = new URL(clean, origin);
    expect(pathname).toBe('/home');
    expect(authCallbackError(search, hash)).toBeNull();
    expect(withoutAuthError(clean)).toBe(clean);
  });
});

test('a search finds what was typed, literally', () => {
  const texts = fc.oneof(
    madeOf('%', '_', '\\', '*', '\0', ',', '(', ')', "'", '"', '.', 'a', '🧋', ' '),
    anyText,
  );
  fuzz('searches', texts, (text) => {
    const pattern = likePattern(text);
    const literal = /^%((?:\\[\\%_]|[^\\%_*\0])*)%$/s.exec(pattern)?.[1];
    expect(literal?.replace(/\\(.)/gs, '$1')).toBe(text.replace(/[*\0]/g, ''));
    const searched = searchable(text);
    if (searched === null) return;
    expect([...searched].length).toBeGreaterThanOrEqual(3);
    expect(searched).toBe(searched.trim());
    expect(text.replace(/[*\0]/g, '')).toContain(searched);
  });
});

describe('codes', () => {
  const now = Date.parse('2026-11-21T02:00:00Z');
  const customerCodes = [person(), person({ id: '7', fullName: 'Ñoño 🧋' })].map((customer) =>
    customerQrText(customer, now),
  );
  const payload = redemptionPayload({
    person: person(),
    reward: reward({ photo: 'https://cdn.example/coffee.png' }),
    store: { id: 's1', name: 'Kape Tayo' },
    stamps: [stamp(), stamp({ id: 't2' })],
  });
  const json = madeOf(...'{ } [ ] " : , uid hash 1 e9 . - \\u0000 \\ null'.split(' '), ' ');
  const packedAlphabet = madeOf(
    ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-$',
  );
  const packedFields = fc
    .record(
      {
        user_id: fc.jsonValue(),
        stamp_ids: fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue()),
        reward_photo: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    .map((fields) =>
      LzString.compressToEncodedURIComponent(JSON.stringify({ ...payload, ...fields })),
    );
  const isId = (id: unknown) => typeof id === 'string' && id.trim() !== '';

  test('a stamp code is whole or refused', () => {
    fuzz(
      'customer codes',
      fc.oneof(damaged(customerCodes), damaged(customerCodes, json), json, anyText),
      (text) => {
        const read = readCustomerQr(text);
        if (read === null) return;
        expect(isId(read.uid) && read.hash !== '' && typeof read.displayName === 'string').toBe(
          true,
        );
        expect(JSON.parse(text)).toMatchObject({ hash: read.hash });
      },
    );
  });

  test('a redemption code is whole or refused', () => {
    const packed = packRedemption(payload);
    const texts = fc.oneof(
      damaged([packed]),
      damaged([packed], packedAlphabet),
      packedAlphabet,
      packedFields,
      anyText,
    );
    fuzz('redemption codes', texts, (text) => {
      const read = unpackRedemption(text);
      if (read === null) return;
      const { user_id, stamp_ids, reward_id, store_id, reward_photo, ...names } = read;
      expect([user_id, reward_id, store_id, ...stamp_ids].every(isId)).toBe(true);
      expect(Object.values(names).map((name) => typeof name)).toEqual([
        'string',
        'string',
        'string',
      ]);
      expect(reward_photo === null || typeof reward_photo === 'string').toBe(true);
      expect(unpackRedemption(packRedemption(read))).toEqual(read);
    });
  });
});

describe('data', () => {
  const goals = [
    '{"stamps_needed":8}',
    '{"stamp_goal":"7","goal":0.5}',
    '{"goal":-1e3}',
    '[{"goal":3}]',
  ];
  const jsonPieces = madeOf(
    ...'{ } " goal stamps_needed : , 9 e99 e999 . - [ null NaN'.split(' '),
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
    const pieces = madeOf(...'RIFF WEBP GIF8 7a \x89PNG \r\n\x1a\n ftyp avif \0'.split(' '));
    fuzz(
      'first bytes',
      fc.oneof(damaged(heads), damaged(heads, pieces), pieces, anyText),
      (text) => {
        const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
        const type = imageType(bytes);
        if (type === null) return;
        const [mark, from] = marks[type];
        expect(String.fromCharCode(...bytes).startsWith(mark, from)).toBe(true);
      },
    );
  });
});

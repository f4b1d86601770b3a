// @vitest-environment node
import fc from 'fast-check';
import LzString from 'lz-string';
import { describe, expect, test, vi } from 'vitest';
import { authCallbackError, withoutAuthError } from '../../../src/lib/domain/auth-callback.ts';
import { customerQrText, readCustomerQr } from '../../../src/lib/domain/customer-qr.ts';
import {
  packRedemption,
  redemptionPayload,
  unpackRedemption,
} from '../../../src/lib/domain/redemption-qr.ts';
import { safeRedirect } from '../../../src/lib/domain/redirect.ts';
import { safeUrl } from '../../../src/lib/domain/safe-url.ts';
import { likePattern, searchable } from '../../../src/lib/domain/search-query.ts';
import { anyText, person, reward, stamp } from '../domain/examples.ts';
import { damaged, madeOf, targets } from '../domain/open-redirects.ts';

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

test('an address in the data is https, or on this machine, or not used', () => {
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

  test('a stamp code is read whole or refused', () => {
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

  test('a redemption code is read whole or refused', () => {
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

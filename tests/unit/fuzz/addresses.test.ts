// @vitest-environment node
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { authCallbackError, withoutAuthError } from '../../../src/lib/domain/auth-callback.ts';
import { safeRedirect } from '../../../src/lib/domain/redirect.ts';
import { safeUrl } from '../../../src/lib/domain/safe-url.ts';
import { likePattern, searchable } from '../../../src/lib/domain/search-query.ts';
import { anyText } from '../domain/examples.ts';
import { fuzz } from './fuzz.ts';
import { madeOf } from './inputs.ts';
import { targets } from './redirect-targets.ts';

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
    'error',
    'error_code',
    'error_description',
    'sb',
    'a',
    '=',
    '&',
    '?',
    '#',
    '%',
    '%6f',
    '%20',
    '+',
    '/',
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

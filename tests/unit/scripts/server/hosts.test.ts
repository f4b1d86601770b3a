import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseHeaders } from '../../../../scripts/server/host-headers.ts';

const rules = parseHeaders(readFileSync('public/_headers', 'utf8'));
const vercel = JSON.parse(readFileSync('vercel.json', 'utf8'));

const sent = (path: string) =>
  new Map(rules.filter((rule) => rule.matches(path)).flatMap((rule) => rule.headers));

test('every page is sent with what a policy in the page cannot say', () => {
  for (const path of ['/', '/home', '/store/7']) {
    const headers = sent(path);
    expect(headers.get('Content-Security-Policy')).toBe("frame-ancestors 'none'");
    expect(headers.get('X-Frame-Options')).toBe('DENY');
    expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('Strict-Transport-Security')).toMatch(/^max-age=\d{8}/);
    const permissions = headers.get('Permissions-Policy') ?? '';
    expect(permissions).toContain('screen-wake-lock=(self)');
    for (const kept of ['camera', 'microphone', 'geolocation', 'payment', 'usb']) {
      expect(permissions).toContain(`${kept}=()`);
    }
    expect(headers.has('Cache-Control')).toBe(false);
  }
});

test('a file with a hash in its name is cached for good', () => {
  expect(sent('/_astro/index.abc.css').get('Cache-Control')).toContain('immutable');
});

test('the worker is asked for anew each time, and is not cached like the rest of the code', () => {
  expect(sent('/worker.js').get('Cache-Control')).toBe('no-cache');
});

test('vercel.json sends the same headers', () => {
  const lines = readFileSync('public/_headers', 'utf8').split('\n');
  const paths = lines.filter((line) => line.startsWith('/'));
  expect(vercel.headers).toEqual(
    rules.map((rule, index) => ({
      source: paths[index]?.replace('*', '(.*)'),
      headers: rule.headers.map(([key, value]) => ({ key, value })),
    })),
  );
});

test('vercel.json keeps the addresses of the product', () => {
  expect(vercel).toMatchObject({ cleanUrls: true, trailingSlash: false });
});

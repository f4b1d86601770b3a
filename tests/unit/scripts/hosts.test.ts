// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  headersFile,
  nginxFile,
  redirectsFile,
  tillHeadersFile,
  tillNginxFile,
  tillVercelFile,
  vercelFile,
} from '../../../scripts/hosts/files.ts';
import { parseHeaders } from '../../../scripts/server/static-site.ts';

const rules = parseHeaders(headersFile());

const sent = (path: string, of = rules) =>
  new Map(of.filter((rule) => rule.matches(path)).flatMap((rule) => rule.headers));

test('every page is sent with the headers for what its own policy cannot say', () => {
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
    for (const kept of ['camera', 'microphone', 'payment', 'usb']) {
      expect(permissions).toContain(`${kept}=()`);
    }
    expect(headers.has('Cache-Control')).toBe(false);
  }
});

test.each([
  ['site', headersFile('/stampcard', ['a.b1.js']), '/stampcard/_astro/'],
  ['till', tillHeadersFile(['a.b1.js']), '/assets/'],
])('built files of the %s are cached for good, and a missing file is not', (_of, text, folder) => {
  const built = parseHeaders(text);
  expect(sent(`${folder}a.b1.js`, built).get('Cache-Control')).toContain('immutable');
  const missing = sent(`${folder}a.b2.js`, built);
  expect(missing.get('X-Frame-Options')).toBe('DENY');
  expect(missing.has('Cache-Control')).toBe(false);
});

test('nginx lets only files be cached for good', () => {
  for (const file of [nginxFile(), tillNginxFile()]) {
    const lasting = file.split('\n').filter((line) => line.includes('immutable'));
    expect(lasting).toEqual(['  add_header Cache-Control "public, max-age=31536000, immutable";']);
  }
});

test('a build with more rules than Cloudflare reads is refused', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `a.${index}.js`);
  expect(() => headersFile('', names(98))).not.toThrow();
  expect(() => headersFile('', names(99))).toThrow('_headers has 101 rules');
});

test('a site below a path of its host has only rules about that path', () => {
  const below = parseHeaders(headersFile('/stampcard'));
  const matching = (path: string) => below.filter((rule) => rule.matches(path)).length;
  expect([matching('/stampcard/worker.js'), matching('/worker.js'), matching('/')]).toEqual([
    2, 0, 0,
  ]);
  expect(nginxFile('/stampcard')).not.toMatch(
    /(location (= )?|try_files |error_page 404 )\/(?!stampcard)/,
  );
});

test('a store’s and an event’s address are answered with their page, without a redirect', () => {
  expect(redirectsFile('/at')).toBe(
    '/at/store/* /at/store 200\n/at/view-event/* /at/view-event 200\n',
  );
});

test.each([
  ['vercel.json', vercelFile],
  ['nginx.conf', nginxFile],
  ['nginx-till.conf', tillNginxFile],
])('%s is what the rules produce', (name, write) => {
  expect(readFileSync(`deploy/${name}`, 'utf8')).toBe(write());
});

test.each([
  ['_headers', tillHeadersFile(['a.js'])],
  ['vercel.json', tillVercelFile(['a.js'])],
  ['nginx-till.conf', tillNginxFile()],
])('the till may use the camera by its %s, and its files are cached for good', (_name, text) => {
  expect(text).toContain('camera=(self)');
  expect(text).not.toContain('camera=()');
  expect(text).toMatch(/\/assets\/[\s\S]*immutable/);
});

test('nginx redirects to a path, whatever host the address named', () => {
  expect(nginxFile()).toContain('\nabsolute_redirect off;\n');
  const [, rule = ''] = /rewrite "(.+)" \$1 permanent;/.exec(nginxFile()) ?? [];
  const target = (path: string) => new RegExp(rule).exec(path)?.[1];
  expect(['/home/', '/stampcard/home/'].map(target)).toEqual(['/home', '/stampcard/home']);
  expect(['/\\other.example/', '//other.example/', '/'].map(target)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

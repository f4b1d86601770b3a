// @vitest-environment node
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rewriteRules } from '../../../../scripts/hosts/rules.ts';
import { createStaticSite, type Handler } from '../../../../scripts/server/static-site.ts';
import { rewrite } from '../../../../src/lib/domain/rewrite.ts';

describe('the site', () => {
  const FILES = {
    'index.html': 'splash',
    'home.html': 'home',
    'events/index.html': 'events',
    'store.html': 'store shell',
    '404.html': 'nothing here',
    '_astro/app.js': 'let a = 1;',
    '_astro/font.woff2': 'font',
    _redirects: '/store/* /store 200',
    _headers: '/*\n  X-Frame: none\n/_astro/*\n  X-Asset: yes',
  };

  let folder: string;
  let site: Handler;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'site-'));
    for (const [name, text] of Object.entries(FILES)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    site = await createStaticSite(folder);
  });

  afterAll(() => rm(folder, { recursive: true }));

  const ask = (path: string, init?: RequestInit) =>
    site(new Request(`http://site.test${path}`, init));

  test.each([
    ['/', 200, 'splash'],
    ['/home', 200, 'home'],
    ['/home.html', 200, 'home'],
    ['/events/', 200, 'events'],
    ['/store/7', 200, 'store shell'],
    ['/store/7/?reward=3', 200, 'store shell'],
    ['/store/caf%C3%A9', 200, 'store shell'],
    ['/nowhere', 404, 'nothing here'],
    ['/_redirects', 404, 'nothing here'],
    ['/_headers', 404, 'nothing here'],
    ['/..%2fpackage.json', 404, 'nothing here'],
    ['/%', 400, 'Bad request'],
  ])('the address %s answers %i', async (path, status, body) => {
    const response = await ask(path);
    expect(response.status).toBe(status);
    expect(await response.text()).toBe(body);
  });

  test.each([
    ['/events?a=1', '/events/?a=1'],
    ['/home/?a=1', '/home?a=1'],
  ])('the address %s moves to %s', async (path, location) => {
    const response = await ask(path);
    expect(response.status).toBe(308);
    expect(response.headers.get('location')).toBe(location);
  });

  test('only reading is allowed', async () => {
    const response = await ask('/', { method: 'POST', body: 'x' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD');
  });

  test('the rules of _headers apply to their paths', async () => {
    const page = await ask('/home');
    const asset = await ask('/_astro/app.js');
    expect([page.headers.get('x-frame'), page.headers.get('x-asset')]).toEqual(['none', null]);
    expect([asset.headers.get('x-frame'), asset.headers.get('x-asset')]).toEqual(['none', 'yes']);
  });
});

describe('rewrite rules', () => {
  const rules = rewriteRules();

  test.each([
    ['/store/7', '/store'],
    ['/store/7/', '/store'],
    ['/store/7?reward=3', '/store?reward=3'],
    ['/store/a%2Fb?x=1?2', '/store?x=1?2'],
    ['/view-event/0b6f', '/view-event'],
  ])('the address %s is answered by %s', (url, page) => {
    expect(rewrite(url, rules)).toBe(page);
  });

  test.each(['/', '/store', '/store/', '/store?id=7', '/stores/7', '/a/store/7', '/home'])(
    'the address %s is left alone',
    (url) => {
      expect(rewrite(url, rules)).toBeNull();
    },
  );
});

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { finishPage, withPolicyFirst } from '../../../../scripts/build/after-build.ts';

const policy = '<meta http-equiv="content-security-policy" content="default-src \'none\'">';

test('the policy stands right behind the charset', () => {
  const html = `<html><head><meta charset="utf-8"><title>a</title>${policy}</head></html>`;
  expect(withPolicyFirst(html, 'a.html')).toBe(
    `<html><head><meta charset="utf-8">${policy}<title>a</title></head></html>`,
  );
});

test('the policy learns the scripts of the page, and no data', () => {
  const allowing = policy.replace("'none'", "'none';script-src 'self'");
  const html =
    `<meta charset="utf-8"><script>run()</script><script src="/a.js"></script>` +
    `<script type="application/ld+json">{}</script><script>run()</script>${allowing}`;
  const hash = createHash('sha256').update('run()').digest('base64');
  const [, told] = /script-src ([^"]*)"/.exec(withPolicyFirst(html, 'a.html')) ?? [];
  expect(told).toBe(`'sha256-${hash}' 'self'`);
});

test('the policy knows the styles of the page, and of no other', () => {
  const style = (text: string) => `<style>${text}</style>`;
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const allowing = policy.replace("'none'", `'none';style-src 'self' ${hash('b')};img-src https:`);
  const html = `<meta charset="utf-8">${style('a')}${allowing}</head>${style('c')}`;
  expect(withPolicyFirst(html, 'a.html')).toContain(
    `;style-src ${hash('a')} ${hash('c')} 'self';img-src https:">`,
  );
});

test('a script of another page is not let through, however its hash is written', () => {
  const allowing = policy.replace(
    "'none'",
    "'none';script-src &#39;sha256-b0ther=&#39; 'sha384-c0ther=' https://a.example;style-src 'self'",
  );
  expect(withPolicyFirst(`<meta charset="utf-8">${allowing}`, 'a.html')).toContain(
    `script-src https://a.example;style-src 'self'">`,
  );
});

test('a finished page holds what it shows, what its islands start with, and the hash of the result', () => {
  const files: Record<string, string> = {
    '/_astro/a.js': 'import"./b.js";c(Icon,{name:`star`})',
    '/_astro/b.js': 'open`late`',
  };
  const page =
    `<html><head><meta charset="utf-8"><style>.late{top:0}.x{top:0}</style>` +
    `${policy.replace("'none'", "'none';style-src 'self'")}</head>` +
    `<astro-island component-url="/_astro/a.js" client="load"></astro-island><svg class="sprite">` +
    `<symbol id="icon-star"></symbol><symbol id="icon-gift"></symbol></svg></html>`;
  const html = finishPage(page, 'a.html', (path) => files[path]);
  const hash = createHash('sha256').update('.late{top:0}').digest('base64');
  expect(html).toContain(`style-src 'sha256-${hash}' 'self'"><style>.late{top:0}</style>`);
  expect(html).toContain(
    '<link rel="modulepreload" href="/_astro/b.js"><link rel="modulepreload" href="/_astro/a.js"></head>',
  );
  expect(html).toContain('<svg class="sprite"><symbol id="icon-star"></symbol></svg>');
});

test('a page without a policy, with two, or without a charset stops the build', () => {
  expect(() => withPolicyFirst('<meta charset="utf-8">', 'a.html')).toThrow('a.html');
  expect(() => withPolicyFirst(`<meta charset="utf-8">${policy}${policy}`, 'b.html')).toThrow(
    'b.html',
  );
  expect(() => withPolicyFirst(policy, 'c.html')).toThrow('c.html has no charset');
});

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { withPolicyFirst } from '../../../scripts/after-build.ts';

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

test('a page without a policy, with two, or without a charset stops the build', () => {
  expect(() => withPolicyFirst('<meta charset="utf-8">', 'a.html')).toThrow('a.html');
  expect(() => withPolicyFirst(`<meta charset="utf-8">${policy}${policy}`, 'b.html')).toThrow(
    'b.html',
  );
  expect(() => withPolicyFirst(policy, 'c.html')).toThrow('c.html has no charset');
});

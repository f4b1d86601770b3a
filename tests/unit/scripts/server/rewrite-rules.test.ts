import { expect, test } from 'vitest';
import { rewriteRules } from '../../../../scripts/hosts/rules.ts';
import { parseRewriteRules } from '../../../../scripts/server/rewrite-rules.ts';
import { rewrite } from '../../../../src/lib/domain/rewrite.ts';

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

test('a rule this project does not use is an error, not ignored', () => {
  expect(() => parseRewriteRules('/a/* https://elsewhere.example/:splat 301')).toThrow('"/a/*');
});

/** src/scripts/screen-for.ts: hosts without rewrite rules (docs/product.md#who-sees-what). */
import { expect, test } from 'vitest';
import { screenFor } from '../../../src/scripts/screen-for.ts';

test.each([
  ['/store/7', '', '/store?id=7'],
  ['/store/7/', '', '/store?id=7'],
  ['/store/7', '?reward=3', '/store?id=7&reward=3'],
  ['/view-event/2', '?isWebView=1', '/view-event?id=2&isWebView=1'],
  ['/store/a%2Fb', '', '/store?id=a%2Fb'],
  ['/store/a+b', '', '/store?id=a%2Bb'],
  ['/store/', '?id=7', '/store?id=7'],
  ['/home/', '', '/home'],
])('the 404 page takes %s%s to %s', (path, search, screen) => {
  expect(screenFor(path, search)).toBe(screen);
});

test.each(['/', '/store', '/store/7/rewards', '/stores/7', '/a/store/7', '/view-events/2'])(
  'the address %s is unknown indeed',
  (path) => {
    expect(screenFor(path, '?id=7')).toBe(null);
  },
);

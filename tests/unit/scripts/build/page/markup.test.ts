import { expect, test } from 'vitest';
import { withShortScopes, withShortShapes } from '../../../../../scripts/build/page/markup.ts';

test('a shape that holds nothing closes itself', () => {
  expect(withShortShapes('<g data-a><path d="M0 0" data-a></path><use href="#a"></use></g>')).toBe(
    '<g data-a><path d="M0 0" data-a/><use href="#a"/></g>',
  );
});

test('a shape that holds something stays, as does what is no shape', () => {
  const html = '<circle r="1"><title>a</title></circle><p></p><script></script>';
  expect(withShortShapes(html)).toBe(html);
});

test('a component’s mark is as short as it can be, the same in styles and markup', () => {
  expect(
    withShortScopes(
      '<style>p[data-astro-cid-4zz]{}b[data-astro-cid-9aa]{}</style><p data-astro-cid-4zz></p>',
    ),
  ).toBe('<style>p[data-c0]{}b[data-c1]{}</style><p data-c0></p>');
});

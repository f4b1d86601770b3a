import { expect, test } from 'vitest';
import {
  withShortProperties,
  withShortScopes,
  withShortShapes,
} from '../../../../../scripts/build/page/markup.ts';

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

test('a custom property is as short as it can be, the same in all styles of a page', () => {
  expect(
    withShortProperties(
      '<style>:root{--ink:#000;--ink-2:#333}.a--ink{color:var(--ink)}</style><p class="a--ink">--ink</p><style>b{--ink-2:red;transition:--ink-2 1s;gap:calc(1px + var(--ink-2,2px))}</style>',
    ),
  ).toBe(
    '<style>:root{--0:#000;--1:#333}.a--ink{color:var(--0)}</style><p class="a--ink">--ink</p><style>b{--1:red;transition:--1 1s;gap:calc(1px + var(--1,2px))}</style>',
  );
});

test('a custom property in an attribute stops the build, which would tear it from its style', () => {
  expect(() => withShortProperties('<style>a{--x:1}</style><p style="--x:2"></p>')).toThrow(
    'custom property',
  );
});

import { describe, expect, test } from 'vitest';
import { withIconsUsed } from '../../../../scripts/build/page/icons.ts';
import {
  withShortProperties,
  withShortScopes,
  withShortShapes,
} from '../../../../scripts/build/page/markup.ts';
import { withOneStyle, withoutUnused } from '../../../../scripts/build/page/styles.ts';

describe('icons', () => {
  const symbol = (name: string) => `<symbol id="icon-${name}"><path d="M0"></path></symbol>`;
  const sprite = (...names: string[]) => `<svg class="sprite">${names.map(symbol).join('')}</svg>`;
  const use = '<use href="#icon-close"></use>';

  test('a page keeps the icons its markup names', () => {
    expect(withIconsUsed(use + sprite('home', 'close'), '', 'a.html')).toBe(use + sprite('close'));
  });

  test('a page keeps the icons that one of its scripts can ask for, however they are quoted', () => {
    const script =
      'h(Icon,{name:"home"});const e={bad:{name:`chevron-left`}};f({art:"gift"},"the gift")';
    expect(withIconsUsed(sprite('home', 'gift', 'chevron-left'), script, 'a.html')).toBe(
      sprite('home', 'chevron-left'),
    );
  });

  test('a page without icons has no sprite', () => {
    expect(withIconsUsed(`<p></p>${sprite('home')}`, '', 'a.html')).toBe('<p></p>');
  });

  test('an icon that was never drawn stops the build', () => {
    expect(() => withIconsUsed(use + sprite('home'), '', 'a.html')).toThrow(
      'a.html shows the icon close, which it lacks.',
    );
  });
});

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

const usedRules = (css: string, ...words: string[]) => withoutUnused(css, new Set(words));

test('each layer stands once, in the order in which the pieces first named them', () => {
  const pieces = [
    '@layer a,b;@layer c{i{color:red}}@layer d;',
    '@layer a,b;@layer c{b{color:#00f}}@layer a{p{margin:0}}',
  ];
  expect(usedRules(pieces.join(''))).toBe(
    '@layer a{p{margin:0}}@layer b;@layer c{i{color:red}b{color:#00f}}@layer d;',
  );
});

test('the sheet is not rewritten for other browsers, and keeps what was written for them', () => {
  const css =
    'a{color:light-dark(red,#00f);-webkit-mask:url(a.svg);mask:url(a.svg);&:hover{top:0}}' +
    'p{background:color-mix(in oklab, var(--x) 10%, transparent);-webkit-box-orient:vertical}';
  expect(usedRules(css)).toBe(css);
});

test('a rule for a class that is not used goes, and a group with nothing else', () => {
  expect(usedRules('.a{color:red}@media print{.b{color:red}}.b p{top:0}', 'a')).toBe(
    '.a{color:red}',
  );
});

test('a class that is not used goes, though a word of the sheet looks like it', () => {
  expect(usedRules('p{flex-direction:column}.column{top:0}')).toBe('p{flex-direction:column}');
});

test('a rule for elements without a class stays', () => {
  const css = 'p:not(.a,.b){top:0}@layer x{:has(.c) [data-x="(.d)"],[class~=e]{top:0}}';
  expect(usedRules(css)).toBe(css);
});

test('a rule stays for the elements that are there', () => {
  expect(usedRules(':is(.a,.b) p{top:0}', 'a')).toBe(':is(.a,.b) p{top:0}');
  expect(usedRules('.a,.b{top:0}', 'a')).toBe('.a,.b{top:0}');
});

test('a typeface and its numbers are not looked into', () => {
  const css = '@font-face{font-family:a;src:url(x.woff2)format("woff2");size-adjust:101.5%}';
  expect(usedRules(css)).toBe(css);
});

test('a value that is not named goes, and then the value only it named', () => {
  expect(usedRules(':root{--a:1px;--b:var(--a);--c:"};";--d:2px}p{top:var(--d)}')).toBe(
    ':root{--d:2px}p{top:var(--d)}',
  );
});

test('a value that a script names stays', () => {
  expect(usedRules(':root{--a:1px;--b:2px}', '--b')).toBe(':root{--b:2px}');
});

test('an animation goes with the last rule that plays it', () => {
  const css = '@keyframes grow{to{top:0}}.a{animation:1s grow}';
  expect(usedRules(css, 'a')).toBe(css);
  expect(usedRules(css)).toBe('');
});

test('an animation stays, though an unused class is called the same', () => {
  expect(usedRules('@keyframes b{to{top:0}}.a{animation:1s b}.b{top:0}', 'a')).toContain(
    '@keyframes',
  );
});

test('the styles stand in one element in the head, the later ones of the body too', () => {
  const html =
    '<head><style>.a{top:0}</style><link><style>.b{top:1px}</style><script>b</script></head>' +
    '<body><style>.c{top:2px}</style><p class="a c"></p></body>';
  expect(withOneStyle(html, '')).toBe(
    '<head><link><style>.a{top:0}.b{top:1px}.c{top:2px}</style><script>b</script></head>' +
      '<body><p class="a c"></p></body>',
  );
});

test('the styles keep what a script may yet show', () => {
  const html = '<head><style>.later{top:0}.never{top:0}</style></head>';
  expect(withOneStyle(html, 'e={open:`later`}')).toBe('<head><style>.later{top:0}</style></head>');
});

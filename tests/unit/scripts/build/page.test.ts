import { describe, expect, test } from 'vitest';
import {
  withIconsUsed,
  withShortProperties,
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

test('a custom property in an attribute stops the build, which would tear it from its style', () => {
  expect(() => withShortProperties('<style>a{--x:1}</style><p style="--x:2"></p>')).toThrow(
    'custom property',
  );
});

const usedRules = (css: string, ...words: string[]) => withoutUnused(css, new Set(words));

test('a rule for a class that is not used goes, and a group with nothing else', () => {
  expect(usedRules('.a{color:red}@media print{.b{color:red}}.b p{top:0}', 'a')).toBe(
    '.a{color:red}',
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

import { expect, test } from 'vitest';
import {
  firstScripts,
  laterStyles,
  rulesFor,
  withLaterStyles,
} from '../../../../../scripts/build/page/later-styles.ts';
import { joined, withOneStyle } from '../../../../../scripts/build/page/styles.ts';

const files: Record<string, string> = {
  '/_astro/a.js': 'x(`shown`),import("./tap.js")',
  '/_astro/b.js': 'x(`shown`),import("./tap.js")',
  '/_astro/tap.js': 'x(`sheet`),x(`shown`),x(`both`)',
};
const read = (path: string) => files[path];

const page = (script: string, more = '') =>
  '<head><link data-sheets><style>:root{--a:1px;--b:2px}.shown{top:var(--a)}' +
  '.sheet{left:var(--b)}.both{right:0}</style></head>' +
  `<astro-island component-url="/_astro/${script}.js" client="load"></astro-island>${more}`;

test('a page has the styles it begins with, and those of all that any page can show stand in a file', () => {
  const later = laterStyles([page('a'), page('b', '<p class="both"></p>')], read);
  expect(later).toEqual({ css: '.shown{top:var(--a)}.sheet{left:var(--b)}.both{right:0}' });
  const html = withOneStyle(page('a'), firstScripts(page('a'), read), later.css);
  expect(html).toContain('<style>:root{--a:1px;--b:2px}.shown{top:var(--a)}</style>');
});

test('a page that does not ask for the file gives nothing to it', () => {
  const alone = page('a').replace('<link data-sheets>', '');
  expect(laterStyles([alone], read)).toEqual({ css: '' });
});

test('rules that stand in several pages stand once', () => {
  const { css } = laterStyles([page('a'), page('b').replace('<head>', '<head><!-- b -->')], read);
  expect(css.match(/\.sheet/g)).toHaveLength(1);
});

test('a rule is taken with its layer, its condition and its animation, and nothing else', () => {
  const css =
    '@font-face{font-family:a;src:url(a.woff2)}:root{--a:1px}p{top:0}@layer one,two;' +
    '@layer two{@media print{.a:hover{animation:1s grow}.b{top:0}}' +
    '@keyframes grow{to{top:0}}@keyframes shrink{to{top:1px}}}p:not(.a),:has(.a){top:0}';
  expect(rulesFor(css, new Set(['a']))).toBe(
    '@layer one;@layer two{@media print{.a:hover{animation:1s grow}}@keyframes grow{to{top:0}}}',
  );
});

test('the page names the file', () => {
  expect(withLaterStyles('<link data-sheets>', '/a.css')).toBe('<link data-sheets href="/a.css">');
});

test('sheets are joined with each rule once, in its layer and at its first place', () => {
  const sheet = (more: string) =>
    `@layer one,two;@layer one{.a{content:"}";top:0}${more}}@media print{.a{top:0}}`;
  expect(joined([sheet(''), sheet('.b{top:0}')])).toBe(
    '@layer one,two;@layer one{.a{content:"}";top:0}}@media print{.a{top:0}}@layer one{.b{top:0}}',
  );
});

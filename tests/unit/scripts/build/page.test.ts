import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { finishPage, withPolicyFirst } from '../../../../scripts/build/after-build.ts';
import {
  firstScripts,
  laterStyles,
  rulesFor,
} from '../../../../scripts/build/page/later-styles.ts';
import { withIconsUsed, withShortProperties } from '../../../../scripts/build/page/markup.ts';
import {
  firstModules,
  withLaterCode,
  withoutOwnRuntime,
} from '../../../../scripts/build/page/modules.ts';
import { joined, withOneStyle, withoutUnused } from '../../../../scripts/build/page/styles.ts';

describe('icons', () => {
  const symbol = (name: string) => `<symbol id="icon-${name}"><path d="M0"></path></symbol>`;
  const sprite = (...names: string[]) => `<svg class="sprite">${names.map(symbol).join('')}</svg>`;
  const use = '<use href="#icon-close"></use>';

  test('a page keeps the icons its markup names', () => {
    expect(withIconsUsed(use + sprite('home', 'close'), '', 'a.html')).toBe(use + sprite('close'));
  });

  test('a page keeps the icons that its scripts can ask for, however they are quoted', () => {
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

test('a custom property in an attribute or a script stops the build', () => {
  const style = '<style>a{--x:1}</style>';
  expect(() => withShortProperties(`${style}<p style="--x:2"></p>`, '')).toThrow('An attribute');
  expect(() => withShortProperties(style, 'h("p",{style:{top:`var(--x)`}})')).toThrow('A script');
});

const usedRules = (css: string, ...words: string[]) => withoutUnused(css, new Set(words));

test('a rule for an unused class is removed, and so is a group with nothing else', () => {
  expect(usedRules('.a{color:red}@media print{.b{color:red}}.b p{top:0}', 'a')).toBe(
    '.a{color:red}',
  );
});

test('all styles end up in one element in the head, even those from the body', () => {
  const html =
    '<head><style>.a{color-scheme:light dark}</style><link><style>.b{top:1px}</style><script>b</script></head>' +
    '<body><style>.c{top:2px}</style><p class="a c"></p></body>';
  expect(withOneStyle(html, '')).toBe(
    '<head><link><style>.a{color-scheme:light dark}.b{top:1px}.c{top:2px}</style><script>b</script></head>' +
      '<body><p class="a c"></p></body>',
  );
});

const styled: Record<string, string> = {
  '/_astro/a.js': 'x(`shown`),import("./tap.js")',
  '/_astro/b.js': 'x(`shown`),import("./tap.js")',
  '/_astro/tap.js': 'x(`sheet`),x(`shown`),x(`both`)',
};
const read = (path: string) => styled[path];

const pageWith = (script: string, more = '') =>
  '<head><link data-sheets><style>:root{--a:1px;--b:2px}.shown{top:var(--a)}' +
  '.sheet{left:var(--b)}.shown i{top:0}.both{right:0}</style></head>' +
  `<astro-island component-url="/_astro/${script}.js" client="load"></astro-island>${more}`;

test('a page has the styles it begins with, and a file has the rest, in their order', () => {
  const later = laterStyles([pageWith('a'), pageWith('b', '<p class="both"></p>')], read);
  expect(later).toBe('.sheet{left:var(--b)}.shown i{top:0}.both{right:0}');
  const html = withOneStyle(pageWith('a'), firstScripts(pageWith('a'), read), later);
  expect(html).toContain(
    '<style>:root{--a:1px;--b:2px}.shown{top:var(--a)}.shown i{top:0}</style>',
  );
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

test('joined sheets have each rule once, in its layer and at its first place', () => {
  const sheet = (more: string) =>
    `@layer one,two;@layer one{.a{content:"}";top:0}${more}}@media print{.a{top:0}}`;
  expect(joined([sheet(''), sheet('.b{top:0}')])).toBe(
    '@layer one,two;@layer one{.a{content:"}";top:0}}@media print{.a{top:0}}@layer one{.b{top:0}}',
  );
});

const modules: Record<string, string> = {
  '/_astro/island.js': 'import{a}from"./shared.js";import("./later.js");',
  '/_astro/shared.js': 'import"./deep.js";export let a=1;',
  '/_astro/deep.js': 'import"./shared.js";',
  '/_astro/react.js': '0',
  '/_astro/later.js': 'import"./latest.js"',
  '/_astro/latest.js': '0',
};
const readModule = (path: string) => modules[path];

test('an island preloads everything it imports at once: imports first, its renderer last', () => {
  const island =
    '<astro-island component-url="/_astro/island.js" component-export="Island" ' +
    'renderer-url="/_astro/react.js" client="load"></astro-island>';
  expect(firstModules(island, readModule)).toEqual([
    '/_astro/deep.js',
    '/_astro/shared.js',
    '/_astro/island.js',
    '/_astro/react.js',
  ]);
});

test('the islands’ runtime is removed from a page that loads a file with it', () => {
  const means = (name: string) =>
    `<script>(()=>{var e=async t=>{await(await t())()};(self.Astro||(self.Astro={})).${name}=e;` +
    `window.dispatchEvent(new Event("astro:${name}"));})();\n</script>`;
  const own = `<script>(()=>{1<2;customElements.define("astro-island",f)})();</script>${means('load')}`;
  const page = (path: string) =>
    `<script>a</script>${own}<script type="module">import"${path}";</script><script>b</script>`;
  const scripts: Record<string, string> = {
    '/_astro/has.js': 'x();customElements.define(`astro-island`,f)',
    '/_astro/has-not.js': 'x()',
  };
  const withScripts = (path: string) => scripts[path];
  expect(withoutOwnRuntime(page('/_astro/has.js'), withScripts)).toBe(
    page('/_astro/has.js').replace(own, ''),
  );
  expect(withoutOwnRuntime(page('/_astro/has-not.js'), withScripts)).toContain(own);
  // As a later version may write it.
  const renamed = page('/_astro/has.js').replace('customElements', 'elements');
  expect(() => withoutOwnRuntime(renamed, withScripts)).toThrow('no runtime of islands');
});

test('a page that delays its code has one module, which imports nothing until then', () => {
  const html =
    '<head></head><body><script>stampcardCode=x</script>' +
    '<script type="module">import"/_astro/a.js";</script><p></p>' +
    '<script type="module">import{a as e,b as t}from"/_astro/b.js";e(t);</script></body>';
  expect(withLaterCode(html)).toBe(
    '<head></head><body><script>stampcardCode=x</script><p></p>' +
      '<script type="module">await stampcardCode;{await import("/_astro/a.js");}' +
      '{const{a:e,b:t}=await import("/_astro/b.js");e(t);}</script></body>',
  );
});

const policy = '<meta http-equiv="content-security-policy" content="default-src \'none\'">';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('the policy has hashes of the page’s scripts and styles, not of data or of other pages', () => {
  const of = (sources: string) => policy.replace("'none'", `'none';${sources};img-src https:`);
  const other = "&#39;sha256-b0ther=&#39; 'sha384-c0ther='";
  const html =
    `<meta charset="utf-8"><script>run()</script><script src="/a.js"></script><style>a</style>` +
    `<script type="application/ld+json">{}</script><script>run()</script>` +
    `${of(`script-src ${other} 'self';style-src 'self' ${hashOf('b')}`)}</head><style>c</style>`;
  const styles = `${hashOf('a')} ${hashOf('c')}`;
  expect(withPolicyFirst(html, 'a.html')).toContain(
    of(`script-src ${hashOf('run()')} 'self';style-src ${styles} 'self'`),
  );
});

test('a finished page has the styles and icons it shows, its islands’ preloads, and the final hash', () => {
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
  expect(html).toContain(`style-src ${hashOf('.late{top:0}')} 'self'"><style>.late{top:0}</style>`);
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

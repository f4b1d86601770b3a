import { expect, test } from 'vitest';
import {
  firstModules,
  reachableScripts,
  withDirectIslands,
  withLaterCode,
  withoutOwnRuntime,
  withPreloads,
  withShortScripts,
} from '../../../../../scripts/build/page/modules.ts';

const files: Record<string, string> = {
  '/_astro/island.js': 'import{a}from"./shared.js";import("./later.js");',
  '/_astro/shared.js': 'import"./deep.js";import"./react.js";export let a=1;',
  '/_astro/deep.js': 'import"./shared.js";',
  '/_astro/react.js': '0',
  '/_astro/later.js': 'import"./latest.js"',
  '/_astro/latest.js': '0',
  '/_astro/entry.js': 'export{i as Island}from"./island.js";\n',
  '/_astro/own.js': 'import{i}from"./island.js";export{i as Island};',
};
const read = (path: string) => files[path];
const island = (client: string, url = '/_astro/island.js', name = 'Island') =>
  `<astro-island component-url="${url}" component-export="${name}" ` +
  `renderer-url="/_astro/react.js" client="${client}"></astro-island>`;

test('an island preloads all that it imports at once, imports first', () => {
  expect(firstModules(island('load'), read)).toEqual([
    '/_astro/react.js',
    '/_astro/deep.js',
    '/_astro/shared.js',
    '/_astro/island.js',
  ]);
});

test('an island that waits is not hurried, and a page without islands gets nothing', () => {
  const html = `<head></head>${island('painted')}<script type="module" src="/_astro/own.js"></script>`;
  expect(withPreloads(html, read)).toBe(html);
});

test('the preload links close the head, each file once, without those the page names already', () => {
  const named = '<link rel="modulepreload" href="/_astro/react.js">';
  const html = `<head>${named}<style></style></head>${island('load')}${island('load')}`;
  const links = ['deep', 'shared', 'island'].map(
    (name) => `<link rel="modulepreload" href="/_astro/${name}.js">`,
  );
  expect(withPreloads(html, read)).toBe(html.replace('</head>', `${links.join('')}</head>`));
});

test('a page reaches what its scripts load later, too', () => {
  expect([...reachableScripts(island('load'), read).keys()].sort()).toEqual(
    ['deep', 'island', 'later', 'latest', 'react', 'shared'].map((name) => `/_astro/${name}.js`),
  );
});

test('an island starts from the file that holds it, not from one that passes it on', () => {
  expect(withDirectIslands(island('load', '/_astro/entry.js'), read)).toBe(
    island('load', '/_astro/island.js', 'i'),
  );
  const own = island('load', '/_astro/own.js');
  expect(withDirectIslands(own, read)).toBe(own);
});

test('the islands’ runtime leaves a page that loads a file which has it', () => {
  const means = (name: string) =>
    `<script>(()=>{var e=async t=>{await(await t())()};(self.Astro||(self.Astro={})).${name}=e;` +
    `window.dispatchEvent(new Event("astro:${name}"));})();\n</script>`;
  const own =
    '<script>(()=>{1<2;customElements.define("astro-island",f)})();</script>' +
    means('load') +
    means('saved');
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

test('a short script of the page stands in it, a long one is asked for', () => {
  const readScript = (path: string) =>
    ({ '/_astro/a.js': 'import{w}from"./w.js";w();', '/_astro/b.js': 'x'.repeat(400) })[path];
  expect(
    withShortScripts(
      '<script type="module" src="/_astro/a.js"></script><script type="module" src="/_astro/b.js"></script>',
      readScript,
    ),
  ).toBe(
    '<script type="module">import{w}from"/_astro/w.js";w();</script><script type="module" src="/_astro/b.js"></script>',
  );
});

test('the modules of a page that delays its code are one, which imports nothing before', () => {
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

test('a page that delays its code preloads nothing by itself, and any other page is left as it is', () => {
  const html = `<head></head><script>stampcardCode=x</script>${island('saved')}`;
  expect(withPreloads(html, read)).toContain(
    '<link data-later="modulepreload" href="/_astro/deep.js">',
  );
  expect(withPreloads(html, read)).not.toContain(' rel=');
  const other = '<body><script type="module">import"/_astro/a.js";</script></body>';
  expect(withLaterCode(other)).toBe(other);
});

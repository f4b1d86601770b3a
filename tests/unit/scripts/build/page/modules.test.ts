import { expect, test } from 'vitest';
import {
  firstModules,
  withLaterCode,
  withoutOwnRuntime,
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

test('the islands’ runtime leaves a page that loads a file which has it', () => {
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

import { describe, expect, test } from 'vitest';
import { oneSheet, withOneStyle, withoutUnused } from '../../../scripts/built-page/styles.ts';

describe('one sheet of several', () => {
  test('each layer stands once, in the order in which the sheets first named them', () => {
    const sheets = [
      '@layer a,b;@layer c{.c{color:red}}@layer d;',
      '@layer a,b;@layer c{.c2{color:blue}}@layer a{p{margin:0}}',
    ];
    expect(oneSheet(sheets)).toBe(
      '@layer a,b,c,d;@layer a{p{margin:0}}@layer c{.c{color:red}.c2{color:blue}}',
    );
  });

  test('what stands in no layer keeps its order and its own brackets', () => {
    const sheets = [
      '@font-face{src:url(data:font/woff2;base64,x)}',
      '@media print{a{color:red}}p::after{content:"};{"}',
    ];
    expect(oneSheet(sheets)).toBe(sheets.join(''));
  });
});

describe('what cannot apply', () => {
  const kept = (css: string, ...words: string[]) => withoutUnused(css, new Set(words));

  test('a rule for a class nobody has goes, and a group with nothing else', () => {
    expect(kept('.a{color:red}@media print{.b{color:red}}.b,.a p{top:0}', 'a')).toBe(
      '.a{color:red}.a p{top:0}',
    );
  });

  test('a rule for elements without a class stays', () => {
    const css = 'p:not(.a,:is(.b)){top:0}@layer x{:has(.c) [data-x=".d"]{top:0}}';
    expect(kept(css)).toBe(css);
  });

  test('a component that is not on the page takes its rules along', () => {
    const css = 'a[data-astro-cid-aaaa]{top:0}a[data-astro-cid-bbbb]{top:0}';
    expect(kept(css, 'data-astro-cid-bbbb')).toBe('a[data-astro-cid-bbbb]{top:0}');
  });

  test('steps of an animation and a typeface are not looked into', () => {
    const css = '@keyframes x{50%{top:1.5px}to{top:0}}@font-face{font-family:a}';
    expect(kept(css)).toBe(css);
  });

  test('a value that nothing names goes, and then the value only it named', () => {
    expect(kept(':root{--a:1px;--b:var(--a);--c:"};";--d:2px}p{top:var(--d)}')).toBe(
      ':root{--d:2px}p{top:var(--d)}',
    );
  });

  test('a value that a script names stays', () => {
    expect(kept(':root{--a:1px;--b:2px}', '--b')).toBe(':root{--b:2px}');
  });
});

describe('the styles of a page', () => {
  test('stand in one element in the head, the later ones of the body too', () => {
    const html =
      '<head><style>.a{top:0}</style><link><style>.b{top:0}</style><script>b</script></head>' +
      '<body><style>.c{top:0}</style><p class="a c"></p></body>';
    expect(withOneStyle(html, '')).toBe(
      '<head><link><style>.a{top:0}.b{top:0}.c{top:0}</style><script>b</script></head>' +
        '<body><p class="a c"></p></body>',
    );
  });

  test('keep what a script may yet show', () => {
    const html = '<head><style>.later{top:0}.never{top:0}</style></head>';
    expect(withOneStyle(html, 'e={open:`later`}')).toBe(
      '<head><style>.later{top:0}</style></head>',
    );
  });

  test('name the components of the page in short', () => {
    const html =
      '<head><style>p[data-astro-cid-aaaa]{top:0}b[data-astro-cid-bbbb]{top:0}</style></head>' +
      '<p data-astro-cid-aaaa><b data-astro-cid-bbbb></b></p>';
    expect(withOneStyle(html, '')).toBe(
      '<head><style>p[data-c0]{top:0}b[data-c1]{top:0}</style></head>' +
        '<p data-c0><b data-c1></b></p>',
    );
  });
});

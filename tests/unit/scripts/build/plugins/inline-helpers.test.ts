import { expect, test } from 'vitest';
import { withHelpers } from '../../../../../scripts/build/plugins/inline-helpers.ts';

const helpers =
  'var a=Object.create,b=(x)=>a(x),c=()=>1,d=()=>c(),e=(n)=>{let r=b(n);return r};' +
  'export{b as n,d as r,e as t};';
const read = (file: string) => (file === 'rolldown-runtime.X-1_y.js' ? helpers : '');
const importing = (names: string) =>
  `import{${names}}from"./rolldown-runtime.X-1_y.js";import"./b.js";x(`;

test('a file holds the helpers it needs, with what they need, and no others', () => {
  expect(withHelpers(importing('t as q'), read)).toBe(
    'const[q]=(()=>{var a=Object.create,b=(x)=>a(x),e=(n)=>{let r=b(n);return r};return[e]})();' +
      'import"./b.js";x(',
  );
});

test('a file holds two helpers under the names it gives them', () => {
  expect(withHelpers(importing('n as b,r as n'), read)).toBe(
    'const[b,n]=(()=>{var a=Object.create,b=(x)=>a(x),c=()=>1,d=()=>c();return[b,d]})();' +
      'import"./b.js";x(',
  );
});

test('a file that imports no helper stays as it is', () => {
  expect(withHelpers('import"./b.js";x(', read)).toBe('import"./b.js";x(');
});

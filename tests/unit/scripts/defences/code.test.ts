// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { codeIn } from '../../../../scripts/defences/code.ts';

const FILE = 'a.tsx';
const code = codeIn(FILE);

const TEXT = `
/** Not of the code: if (a === 'b') return 1; */
function first(a: string) {
  if (
    a === "b" // why
  )
    return run(a, [
      'long',
    ]);
  return null;
}
const second = (a: string) => a === 'b';
const list = [
  ['x', 'a word'],
  ['y', 'another'],
];
const settings = { flow: 'safe', nested: { flow: 'other' } };
function Screen() {
  return (
    <h1 dir="auto">
      <bdi>{name}</bdi>{' '}
      near   me
    </h1>
  );
}
`;

describe('a change within a declaration', () => {
  test('white space, line breaks, quotes, comments and trailing commas make no difference', () => {
    const { off } = code.change('first', `if (a === 'b') return run(a, ['long']);`, 'void a;');
    expect(off(TEXT)).toContain('{\n  void a;\n  return null;\n}');
  });

  test('an element and what it holds are found however they are broken into lines', () => {
    const { off } = code.change('Screen', '<bdi>{name}</bdi> near me', 'x');
    expect(off(TEXT)).toContain('<h1 dir="auto">\n      x</h1>');
  });

  test('the other text is written as it is', () => {
    expect(code.change('second', `a === 'b'`, '`$&`').off(TEXT)).toContain('=> `$&`;');
  });

  test.each([
    ['first', 'a === c', `'first' in a.tsx holds 0 times, and not once: a === c`],
    ['first', 'a', `'first' in a.tsx holds 3 times`],
    ['third', 'a', `a.tsx declares 'third' 0 times`],
    ['first', 'a ===', 'not a whole expression'],
  ])('the error for %s and %s says what is not there once', (name, from, message) => {
    expect(() => code.change(name, from, '').off(TEXT)).toThrow(message);
  });
});

describe('a declaration that answers something else', () => {
  test.each([
    ['first', 'function first(a: string) { return (true); }'],
    ['second', 'const second = (a: string) => (true);'],
    ['settings.flow', `{ flow: (true), nested: { flow: 'other' } }`],
    ['settings.nested.flow', `nested: { flow: (true) }`],
  ])('%s gets another body or value', (name, expected) => {
    expect(code.answers(name, 'true').off(TEXT)).toContain(expected);
  });
});

describe('an entry of a list', () => {
  test('it is found by a text that it holds', () => {
    expect(code.entry('list', 'a word').off(TEXT)).toContain(`[\n  ...[],\n  ['y', 'another'],\n]`);
  });

  test('the error says that no entry holds the text', () => {
    expect(() => code.entry('list', 'z').off(TEXT)).toThrow(`'list' in a.tsx lists 'z' 0 times`);
  });
});

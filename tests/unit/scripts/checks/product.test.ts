// @vitest-environment node
import { describe, expect, test } from 'vitest';
import {
  isSpelled,
  readProduct,
  tagProblems,
  tagsIn,
} from '../../../../scripts/checks/statements.ts';

const page = (...lines: string[]) => readProduct(lines.join('\n'));

describe('the page of the product', () => {
  const greeting = '- The page says "Hello {name}" and "Welcome". `home-greeting`';

  test('the page of the product holds statements, list items that end in an id', () => {
    expect(page('# Home', 'Words.', greeting, '- See `limits.ts`', '- A goal, in `goal`.')).toEqual(
      {
        statements: [{ id: 'home-greeting', text: 'The page says "Hello {name}" and "Welcome".' }],
        texts: ['Hello {name}', 'Welcome'],
        problems: [],
      },
    );
  });

  test('the page of the product quotes a text once, however many statements hold it', () => {
    expect(page(greeting, '- It says "Welcome" again. `home-again`').texts).toHaveLength(2);
  });

  test.each([
    [[greeting, '- Twice. `home-greeting`'], 'names another statement already'],
    [['- A "quoted text" that no test needs to spell.'], 'a quoted text without an id'],
    [['A paragraph with a "quoted text".'], 'a quoted text without an id'],
  ])('the document %j is a problem', (lines, problem) => {
    const { problems } = page(...lines);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });
});

test.each([
  ['Promo & Rewards', '<h2>Promo &amp; Rewards</h2>', true],
  ['Check back soon!', 'Check back\n  soon!', true],
  ['{n} stamps needed', "n + ' stamps needed'", true],
  ['Page {x} of {y}', "'Page ' + x", false],
  ['No stores found.', "'No shops found.'", false],
])('the text %s is spelled in %j: %s', (text, source, spelled) => {
  expect(isSpelled(text, ['nothing here', source])).toBe(spelled);
});

describe('the tags of a test', () => {
  const source = (key: string, value: string) => `test('title', { ${key}: ${value} }, () => {`;

  test.each([
    [source('tags', "['one-tag']"), ['one-tag']],
    [source('tag', "'@one-tag'"), ['one-tag']],
    [source('tag', "['@one-tag', '@two-tags', row.tag]"), ['one-tag', 'two-tags']],
    [source('tags', "[\n  'one-tag',\n  'two-tags',\n]"), ['one-tag', 'two-tags']],
    ["test('title', () => {", []],
  ])('the tags of a test are read from %j', (text, tags) => {
    expect(tagsIn(text)).toEqual(tags);
  });

  test('the tags of a test name each statement, and nothing else', () => {
    const product = page('- One. `one-statement`', '- Two. `two-statements`');
    const tags = new Map([['tests/a.test.ts', ['one-statement', 'no-statement', 'defence-one']]]);
    expect(tagProblems(product, tags)).toEqual([
      'two-statements is the tag of no test',
      'tests/a.test.ts: no-statement names no statement',
    ]);
  });
});

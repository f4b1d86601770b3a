// @vitest-environment node
import { describe, expect, test } from 'vitest';
import {
  anchorsOf,
  documentProblems,
  sourceProblems,
  type Targets,
} from '../../../../scripts/checks/references.ts';

const targets: Targets = {
  files: new Set([
    'docs/a.md',
    'README.md',
    'docs/product.md',
    'docs/decisions/ids.md',
    'src/lib/limits.ts',
  ]),
  anchors: new Map([
    ['README.md', new Set(['run-it'])],
    ['docs/product.md', new Set(['redirects'])],
  ]),
};

test('headings have the anchors that GitHub gives them', () => {
  const page =
    '# Stamp code\n## What it is, and why\n```sh\n# a comment\n```\n## Stamp code\n### `/a`';
  expect([...anchorsOf(page)]).toEqual(['stamp-code', 'what-it-is-and-why', 'stamp-code-1', 'a']);
});

describe('a source', () => {
  const problems = (line: string) => sourceProblems('src/a.ts', `\n${line}`, targets);

  test.each([
    `/** Why (docs/product.md#redirects). */`,
    `// docs/decisions/ids.md.`,
    ' * as in src/lib/limits.ts',
    "const path = 'src/none.ts';",
    "import { a } from './anything.ts';",
  ])('a source may say %s', (line) => {
    expect(problems(line)).toEqual([]);
  });

  test.each([
    [`/** (docs/product.md#redirect) */`, 'docs/product.md has no heading #redirect'],
    [`// docs/decisions/keys.md`, 'docs/decisions/keys.md does not exist'],
    [` * as in src/limits.ts`, 'src/limits.ts does not exist'],
    [`/** (decisions: Time) */`, 'cites a document that is not in the repository'],
    [`/** (section 4) */`, 'cites a document that is not in the repository'],
  ])('a source may not say %s', (line, problem) => {
    expect(problems(line)).toEqual([`src/a.ts:2: ${problem}`]);
  });
});

describe('a document', () => {
  const problems = (text: string) => documentProblems('docs/a.md', text, targets);

  test.each([
    '[product](product.md#redirects), [start](../README.md#run-it), [why](decisions/)',
    '[a page elsewhere](https://example.com/none.md)',
    '`src/lib/limits.ts`, `lib/limits.ts`, `limits.ts`, `src/lib/`, `and/or`, `dist/worker.js`',
    '`src/pages/coupons.astro`',
    '```sh\nnode [none](none.md) `src/none.ts`\n```',
  ])('a document may say %j', (text) => {
    expect(problems(text)).toEqual([]);
  });

  test.each([
    ['[redirects](product.md#redirect)', 'docs/product.md has no heading #redirect'],
    ['[redirects](#redirects)', 'docs/a.md has no heading #redirects'],
    ['[start](README.md)', 'docs/README.md does not exist'],
    ['<img src="pictures/none.png">', 'docs/pictures/none.png does not exist'],
    ['`src/limits.ts`', '`src/limits.ts` names no file'],
    ['`imits.ts`', '`imits.ts` names no file'],
  ])('a document may not say %s', (text, problem) => {
    expect(problems(text)).toEqual([`docs/a.md: ${problem}`]);
  });
});

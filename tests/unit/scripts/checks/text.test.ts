// @vitest-environment node
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are sources.
import { describe, expect, test } from 'vitest';
import { exportsOf, sentencesOf, tableOf } from '../../../../scripts/checks/catalogue.ts';
import { shownTexts } from '../../../../scripts/checks/shown-text.ts';
import { missingProblems, strayProblems, unusedProblems } from '../../../../scripts/checks/text.ts';

const shown = (file: string, source: string) => shownTexts(file, source).map(({ text }) => text);

describe('a sentence outside of the catalogue', () => {
  test.each([
    ['a.tsx', 'const A = () => <p>Show more</p>;', 'Show more'],
    ['a.tsx', 'const A = () => <a aria-label="Profile">{icon}</a>;', 'Profile'],
    ['a.tsx', 'const A = () => <p>{isOpen && `${count} shown`}</p>;', '{} shown'],
    ['a.tsx', "const A = () => <p>{isOpen ? 'open' : text.closed}</p>;", 'open'],
    ['a.tsx', 'const A = () => <Modal title={`Photo of ${name}`} />;', 'Photo of {}'],
    ['a.ts', "const tabs = [{ id: 'a', label: 'Stamps' }];", 'Stamps'],
    ['a.ts', "const said = 'Unable to load.';", 'Unable to load.'],
    ['a.ts', "return 'Expired';", 'Expired'],
    ['a.ts', 'return `${held} of ${needed}`;', '{} of {}'],
    ['a.astro', '---\nconst a = 1;\n---\n<p>Ready now.</p>', 'Ready now.'],
    ['a.astro', "---\nconst a = 'Ready now.';\n---\n<p {a}>{a}</p>", 'Ready now.'],
    ['a.astro', '<img alt="A stamp card" src="/a.png">', 'A stamp card'],
  ])('in %s: %s', (file, source, text) => {
    expect(shown(file, source)).toEqual([text]);
  });

  test.each([
    ['a.tsx', 'const A = () => <p className="Card head" data-shape="long line">{text.more}</p>;'],
    ['a.tsx', 'const A = () => <p translate="no">stampcard</p>;'],
    ['a.tsx', 'const A = () => <b>{total} / {goal} · </b>;'],
    ['a.ts', "import type { A } from './A.ts';"],
    ['a.ts', "type Key = 'Enter'; const isIt = (key: string) => key === 'Escape';"],
    ['a.ts', "throw new Error('There is no place.');"],
    ['a.ts', 'const headers = { authorization: `Bearer ${token}` };'],
    ['a.ts', "const columns = 'id, name, address';"],
    ['a.astro', '<p>{text.more}</p>\n<style>\np { content: "Some words"; }\n</style>'],
  ])('is not found in %s: %s', (file, source) => {
    expect(shown(file, source)).toEqual([]);
  });

  test('is told with its place, and one within it is not', () => {
    const files = new Map([
      ['src/islands/a.tsx', 'const A = () => (\n  <p>Show more</p>\n);'],
      ['src/lib/text/en/a.ts', "export const more = 'Show more';"],
    ]);
    expect(strayProblems(files)).toEqual([
      'src/islands/a.tsx:2: ‘Show more’ belongs into src/lib/text/en/.',
    ]);
  });
});

describe('the catalogue', () => {
  const room = `export const title = 'Your cards';
export const more = (count: number): string => \`All \${count} cards\`;
export const at = <T>(store: T) => ['All stamps at ', store];
export const guide = { id: 'phones', steps: ['Open it.', 'Tap it.'] };`;

  test('is a table of its sentences', () => {
    const sentences = sentencesOf('src/lib/text/en/home.ts', room);
    expect(sentences.map(({ name, text }) => `${name}: ${text}`)).toEqual([
      'title: Your cards',
      'more: All {count} cards',
      'at: All stamps at {store}',
      'guide.steps: Open it.',
      'guide.steps: Tap it.',
    ]);
    expect(tableOf(sentences)).toContain('| home | title | Your cards |');
    expect(exportsOf('home.ts', room)).toEqual(['title', 'more', 'at', 'guide']);
  });

  test('has no sentence that nothing shows', () => {
    const files = new Map([
      ['src/lib/text/en/home.ts', room],
      ['src/a.tsx', "import * as text from '#text/home.ts';\nexport const a = text.title;"],
      ['src/b.ts', "import { at, more } from '#text/home.ts';\nuse(at, more);"],
    ]);
    expect(unusedProblems(files)).toEqual(['src/lib/text/en/home.ts says guide to nobody.']);
    files.set('src/c.astro', "import * as words from '#text/home.ts';\n<Page {words} />");
    expect(unusedProblems(files)).toEqual([]);
  });

  test('says in every language what it says in the first', () => {
    const files = new Map([
      ['src/lib/text/en/home.ts', room],
      ['src/lib/text/legal.ts', 'export const sections = 1;'],
      ['src/lib/text/pl/home.ts', room.replace('export const more', 'const more')],
    ]);
    expect(missingProblems(files)).toEqual(['src/lib/text/pl/home.ts lacks more.']);
  });
});

/** Reads docs/product.md: its statements, and the texts of the product that it quotes. */

export const PRODUCT = 'docs/product.md';

export interface Statement {
  /** What tests carry as a tag. */
  id: string;
  text: string;
}

export interface Product {
  statements: Statement[];
  /** Quoted texts, `{…}` standing for a value. */
  texts: string[];
  problems: string[];
}

const STATEMENT = /^- (.+) `([a-z0-9]+(?:-[a-z0-9]+)+)`$/;
const QUOTED = /"([^"]+)"/g;

/** A statement is a list item that ends in its id; only statements quote. */
export function readProduct(markdown: string): Product {
  const statements: Statement[] = [];
  const texts = new Set<string>();
  const problems: string[] = [];
  for (const [index, line] of markdown.split('\n').entries()) {
    const place = `${PRODUCT}:${index + 1}`;
    const [, text = '', id = ''] = STATEMENT.exec(line) ?? [];
    if (statements.some((statement) => statement.id === id)) {
      problems.push(`${place}: ${id} names another statement already`);
    }
    if (id !== '') statements.push({ id, text });
    const quoted = [...line.matchAll(QUOTED)].map((match) => match[1] ?? '');
    if (id === '' && quoted.length > 0) problems.push(`${place}: a quoted text without an id`);
    for (const quotation of quoted) texts.add(quotation);
  }
  return { statements, texts: [...texts], problems };
}

const plain = (text: string): string => text.replaceAll('&amp;', '&').replace(/\s+/g, ' ');

/** Whether one of the files holds the text; where values stand in it, all its fixed parts. */
export function isSpelled(text: string, files: readonly string[]): boolean {
  const parts = text.split(/\{[^}]*\}/).filter((part) => part.trim() !== '');
  return files.some((file) => parts.every((part) => plain(file).includes(plain(part.trim()))));
}

const TAGS = /\btags?: (?:\[([^\]]*)\]|('[^']*'))/g;

/** The tags in the source of a test: `tags: ['a']`, `tag: '@a'`. */
export const tagsIn = (source: string): string[] =>
  [...source.matchAll(TAGS)].flatMap(([, list, one]) =>
    [...(list ?? one ?? '').matchAll(/'@?([^']+)'/g)].map((match) => match[1] ?? ''),
  );

/** For a run of tests/defences alone: it tells apart tests that notice the same change. */
const OF_A_DEFENCE = /^defence-/;

/** Statements without a tag in any test, and tags that name no statement. */
export function tagProblems(
  { statements }: Product,
  tags: ReadonlyMap<string, string[]>,
): string[] {
  const ids = new Set(statements.map(({ id }) => id));
  const named = new Set([...tags.values()].flat());
  return [
    ...[...ids].filter((id) => !named.has(id)).map((id) => `${id} is the tag of no test`),
    ...[...tags].flatMap(([file, found]) =>
      found
        .filter((tag) => !ids.has(tag) && !OF_A_DEFENCE.test(tag))
        .map((tag) => `${file}: ${tag} names no statement`),
    ),
  ];
}

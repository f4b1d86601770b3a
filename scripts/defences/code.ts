/**
 * Switches a defence off in a TypeScript file: within a declaration that is found by its name, by
 * tokens. White space, line breaks, comments, quotes and trailing commas make no difference.
 */
import ts from 'typescript';
import type { FileChange } from '../../tests/defences/defence.ts';

interface Token {
  /** What it says, without what a formatter decides. */
  text: string;
  start: number;
  end: number;
}

const parse = (text: string, file = 'fragment.tsx') =>
  ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);

const isBlank = (node: ts.Node) =>
  ts.isJsxExpression(node) &&
  node.expression !== undefined &&
  ts.isStringLiteral(node.expression) &&
  node.expression.text.trim() === '';

function textOf(node: ts.Node, source: ts.SourceFile): string {
  // In single quotes, so that a text is not taken for the name it spells.
  if (ts.isStringLiteral(node)) return `'${node.text}'`;
  if (ts.isJsxText(node)) return node.text.replace(/\s+/g, ' ').trim();
  return node.getText(source);
}

const CLOSING = new Set([')', ']', '}']);

/** The tokens of a node in their order, without the commas that only a formatter needs. */
function tokensOf(node: ts.Node, source: ts.SourceFile): Token[] {
  const tokens: Token[] = [];
  const visit = (part: ts.Node): void => {
    if (ts.isJSDoc(part) || isBlank(part)) return;
    const parts = ts.isStringLiteral(part) ? [] : part.getChildren(source);
    for (const inner of parts) visit(inner);
    const text = parts.length > 0 ? '' : textOf(part, source);
    if (text === '') return;
    if (CLOSING.has(text) && tokens.at(-1)?.text === ',') tokens.pop();
    tokens.push({ text, start: part.getStart(source), end: part.getEnd() });
  };
  visit(node);
  return tokens;
}

/** Statements, parts of an object, or what an element holds, where any text would do. */
const surroundingsOf = (code: string): [before: string, after: string][] =>
  code.startsWith('<')
    ? [['<>', '</>']]
    : [
        ['async () => {', '}'],
        ['({', '})'],
      ];

/** Throws where it is no code by itself: half a condition has no tokens of its own. */
export function tokensOfFragment(code: string): string[] {
  for (const [before, after] of surroundingsOf(code)) {
    const source = parse(`${before}${code}${after}`);
    const { parseDiagnostics } = source as unknown as { parseDiagnostics: unknown[] };
    if (parseDiagnostics.length > 0) continue;
    return tokensOf(source, source)
      .filter(({ start, end }) => start >= before.length && end <= before.length + code.length)
      .map(({ text }) => text);
  }
  throw new Error(`not a whole expression, statement or property: ${code}`);
}

const nameOf = (node: ts.Node): string | undefined => {
  const { name } = node as { name?: ts.Node };
  const isNamed =
    ts.isFunctionDeclaration(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isPropertyAssignment(node);
  return isNamed && name ? name.getText().replace(/^['"]|['"]$/g, '') : undefined;
};

type Named = ts.Node & { body?: ts.Node; initializer?: ts.Expression };

/** Declarations of that name; where they lie at different depths, those nearest to the surface. */
function declared(within: ts.Node, name: string): Named[] {
  const byDepth: Named[][] = [];
  const visit = (node: ts.Node, depth: number): void => {
    if (nameOf(node) !== name) {
      ts.forEachChild(node, (child) => visit(child, depth + 1));
      return;
    }
    byDepth[depth] = [...(byDepth[depth] ?? []), node];
  };
  ts.forEachChild(within, (child) => visit(child, 0));
  return byDepth.find((nodes) => nodes !== undefined) ?? [];
}

/** 'readConfig.needed' is what is called `needed` within what is called `readConfig`. */
function declaration(source: ts.SourceFile, path: string): Named {
  let nodes: Named[] = [source];
  for (const name of path.split('.')) nodes = nodes.flatMap((outer) => declared(outer, name));
  const [node] = nodes;
  if (!node || nodes.length > 1) {
    throw new Error(`${source.fileName} declares '${path}' ${nodes.length} times, and not once`);
  }
  return node;
}

const spliced = (text: string, start: number, end: number, to: string) =>
  text.slice(0, start) + to + text.slice(end);

function replaced(text: string, file: string, name: string, from: string, to: string): string {
  const source = parse(text, file);
  const tokens = tokensOf(declaration(source, name), source);
  const wanted = tokensOfFragment(from);
  const starts = tokens
    .keys()
    .filter((start) => wanted.every((token, index) => tokens[start + index]?.text === token));
  const [at, ...others] = starts;
  if (at === undefined || others.length > 0) {
    const times = at === undefined ? 0 : others.length + 1;
    throw new Error(`'${name}' in ${file} holds ${times} times, and not once: ${from}`);
  }
  const [first, last] = [tokens[at], tokens[at + wanted.length - 1]];
  return spliced(text, first?.start ?? 0, last?.end ?? 0, to);
}

function answering(text: string, file: string, name: string, value: string): string {
  const source = parse(text, file);
  const node = declaration(source, name);
  const init = node.initializer;
  const body = init && ts.isFunctionLike(init) ? (init as Named).body : (init ?? node.body);
  if (!body) throw new Error(`'${name}' in ${file} has no body and no value`);
  const to = ts.isBlock(body) ? `{ return (${value}); }` : `(${value})`;
  return spliced(text, body.getStart(source), body.getEnd(), to);
}

/** The entries of the outermost lists of a node. */
function entriesOf(node: ts.Node): ts.Expression[] {
  const found: ts.Expression[] = [];
  const visit = (part: ts.Node): void => {
    if (ts.isArrayLiteralExpression(part)) found.push(...part.elements);
    else ts.forEachChild(part, visit);
  };
  visit(node);
  return found;
}

function withEntry(text: string, file: string, name: string, word: string, to: string): string {
  const source = parse(text, file);
  const spelled = (node: ts.Node) => tokensOf(node, source).some((each) => each.text === word);
  const entries = entriesOf(declaration(source, name)).filter(spelled);
  const [entry] = entries;
  if (!entry || entries.length > 1) {
    throw new Error(`'${name}' in ${file} lists ${word} ${entries.length} times, and not once`);
  }
  return spliced(text, entry.getStart(source), entry.getEnd(), to);
}

/** What is switched off in one file; `name` is that of the declaration, or a path of names. */
export const codeIn = (file: string) => ({
  /** Something else in the place of an expression, a statement or a property. */
  change: (name: string, from: string, to: string): FileChange => ({
    file,
    off: (text) => replaced(text, file, name, from, to),
  }),
  /** A function that always answers this, or a variable that holds it. */
  answers: (name: string, value: string): FileChange => ({
    file,
    off: (text) => answering(text, file, name, value),
  }),
  /** A list without the entry that holds the text, or with something else in its place. */
  entry: (name: string, word: string, to = '...[]'): FileChange => ({
    file,
    off: (text) => withEntry(text, file, name, `'${word}'`, to),
  }),
});

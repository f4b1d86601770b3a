/** The catalogue as a table: every sentence of a language's folder, with its room and its name. */
import { basename } from 'node:path';
import ts from 'typescript';

export interface Sentence {
  room: string;
  name: string;
  text: string;
}

/** Of the language itself: nothing of it is said. */
const SETTINGS = new Set(['language', 'plural']);

const placeholder = (node: ts.Node): string => `{${node.getText().replaceAll(/\s+/g, ' ')}}`;

/** A literal as it reads, with what is put in in braces; markup left out. */
const said = (text: string): string =>
  text
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The sentences within a value, under the name of the value and what leads to them. */
function within(node: ts.Node, name: string): Omit<Sentence, 'room'>[] {
  if (ts.isTypeNode(node)) return [];
  if (ts.isStringLiteralLike(node)) return [{ name, text: said(node.text) }];
  if (ts.isTemplateExpression(node)) {
    const inner: Omit<Sentence, 'room'>[] = [];
    const parts = node.templateSpans.map(({ expression, literal }) => {
      const isPlain = ts.isIdentifier(expression) || ts.isPropertyAccessExpression(expression);
      if (!isPlain) inner.push(...within(expression, name));
      return (
        (isPlain || ts.isCallExpression(expression) ? placeholder(expression) : '{…}') +
        literal.text
      );
    });
    return [{ name, text: said(node.head.text + parts.join('')) }, ...inner];
  }
  if (ts.isArrayLiteralExpression(node) && node.elements.some(ts.isIdentifier)) {
    const parts = node.elements.flatMap((part) =>
      ts.isIdentifier(part) ? placeholder(part) : within(part, name).map(({ text }) => text),
    );
    return [{ name, text: parts.join(' ') }];
  }
  if (ts.isPropertyAssignment(node)) {
    const key = node.name.getText();
    return key === 'id' ? [] : within(node.initializer, `${name}.${key}`);
  }
  if (ts.isBinaryExpression(node) && /^[!=]==$/.test(node.operatorToken.getText())) return [];
  const found: Omit<Sentence, 'room'>[] = [];
  ts.forEachChild(node, (child) => void found.push(...within(child, name)));
  return found;
}

/** Every sentence of one file of the catalogue. */
export function sentencesOf(file: string, source: string): Sentence[] {
  const room = basename(file, '.ts');
  if (SETTINGS.has(room)) return [];
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  return tree.statements
    .flatMap((statement) => {
      if (ts.isVariableStatement(statement))
        return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
          initializer === undefined ? [] : within(initializer, name.getText()),
        );
      if (ts.isFunctionDeclaration(statement))
        return within(statement, statement.name?.getText() ?? '');
      return [];
    })
    .filter(({ text }) => /\p{L}/u.test(text))
    .map((sentence) => ({ room, ...sentence }));
}

/** What a file lets others take from it. */
export function exportsOf(file: string, source: string): string[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  return tree.statements.flatMap((statement) => {
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => name.getText());
    return ts.isFunctionDeclaration(statement) ? (statement.name?.getText() ?? []) : [];
  });
}

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** docs/texts.md */
export function tableOf(sentences: readonly Sentence[]): string {
  const rows = sentences.map(({ room, name, text }) => `| ${room} | ${name} | ${cell(text)} |`);
  return [
    '# Every sentence of the product',
    '',
    `${sentences.length} sentences, written by \`npm run texts\` from \`src/lib/text/en\`. What is put into a sentence stands in braces.`,
    '',
    '| Room | Name | Sentence |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

/** Finds the sentences that a source shows by itself instead of taking them from the catalogue. */
import ts from 'typescript';

/** Attributes and properties whose text is read or heard. */
const SHOWN = new Set([
  ...['alt', 'aria-description', 'aria-label', 'aria-roledescription', 'aria-valuetext'],
  ...['description', 'emptyText', 'heading', 'label', 'message', 'placeholder', 'slogan'],
  ...['summary', 'tagline', 'term', 'text', 'title'],
]);

/** Attributes whose text, whatever it looks like, is the browser's. */
const NOT_SHOWN =
  /^(?:@type|applicationCategory|class|className|d|data-(?!before)[\w-]+|id|name|style|viewBox|content)$/;

/** The same in every language. */
const NAMES = new Set([
  ...['stampcard', 'Stampcard', 'Google', 'Kape Tayo', 'Cloudflare Turnstile', 'hCaptcha'],
]);

/** Said to servers and search engines. */
const FOR_MACHINES = /^(?:Bearer|User-agent:)(?: |$)/;

const WORD = /\p{L}{2}/u;
/** Words with a capital before them, or one alone. */
const SENTENCE = /^\s*\p{Lu}\p{Ll}[\p{L}’]*(?:[,:]? \S*\p{L}|[.!?…]?$)/u;
/** A word among what is put in: '{} of {}', '{} shown'. */
const PHRASE = /(?:^|[\s{}])\{\},? \p{Ll}{2,}(?:[\s.]|$)|(?:^|\s)\p{L}{2,}:? \{\}/u;

export interface Found {
  line: number;
  text: string;
}

/** The tags of HTML that have no end, and what only this kind of file has, as a parser of JSX takes them. */
function markupOf(astro: string): string {
  const [, front = '', rest = astro] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(astro) ?? [];
  const markup = rest
    .replace(/<(style|script)\b[\s\S]*?<\/\1>/g, (part) => part.replace(/[^\n]/g, ''))
    .replace(/<!doctype html>/i, '')
    .replace(/<!--[\s\S]*?-->/g, (part) => part.replace(/[^\n]/g, ''))
    .replace(/<(meta|link|img|input|br|hr)\b((?:[^>{]|\{[^}]*\})*?)\/?>/g, '<$1$2/>')
    .replace(/(<[\w.]+(?:\s[^<>]*?)?\s)\{(\w+)\}/g, '$1$2={$2}');
  return `\n${front}\n;<>${markup}</>;`;
}

/** What is looked for or compared is of the browser or of the backend. */
function isCompared({ parent }: ts.Node): boolean {
  return (
    ts.isCaseClause(parent) ||
    (ts.isBinaryExpression(parent) && /^[!=]==$|^in$/.test(parent.operatorToken.getText()))
  );
}

const isText = (node: ts.Node): node is ts.StringLiteralLike | ts.TemplateExpression =>
  ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

/** A literal as it reads, with '{}' for what is put in. */
export const wordsOf = (node: ts.StringLiteralLike | ts.TemplateExpression): string =>
  ts.isStringLiteralLike(node)
    ? node.text
    : node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('');

/** What is compared, thrown, typed or imported is not shown. */
function isAside(node: ts.Node): boolean {
  return (
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    (ts.isNewExpression(node) && /Error$/.test(node.expression.getText()))
  );
}

/** The name under which a text is handed on: of its attribute or its property. */
function nameAround(node: ts.Node): string | null {
  const { parent } = node;
  if (ts.isJsxAttribute(parent)) return parent.name.getText();
  if (ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)) {
    return parent.initializer === node ? parent.name.getText() : null;
  }
  const isPassedOn =
    ts.isJsxExpression(parent) ||
    ts.isConditionalExpression(parent) ||
    ts.isParenthesizedExpression(parent) ||
    (ts.isBinaryExpression(parent) && /&&|\|\||\?\?/.test(parent.operatorToken.getText()));
  return isPassedOn ? nameAround(parent) : null;
}

/** Whether a literal stands where JSX shows it. */
function isChild(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isJsxExpression(parent)) return !ts.isJsxAttribute(parent.parent);
  if (ts.isConditionalExpression(parent)) return parent.condition !== node && isChild(parent);
  return (
    ts.isBinaryExpression(parent) &&
    /&&|\|\||\?\?/.test(parent.operatorToken.getText()) &&
    isChild(parent)
  );
}

function isShown(node: ts.StringLiteralLike | ts.TemplateExpression): boolean {
  const words = wordsOf(node).replaceAll('{}', ' ').trim();
  if (!WORD.test(words) || NAMES.has(words) || FOR_MACHINES.test(words)) return false;
  if (isCompared(node)) return false;
  if (isChild(node)) return true;
  const name = nameAround(node)?.replaceAll(/['"]/g, '') ?? null;
  if (name !== null && NOT_SHOWN.test(name)) return false;
  if (name !== null && SHOWN.has(name)) return /[\p{Lu} ]/u.test(words);
  return SENTENCE.test(words) || PHRASE.test(wordsOf(node));
}

/** Every sentence in a file that is shown from there; `file` says by its ending what it holds. */
export function shownTexts(file: string, source: string): Found[] {
  const code = file.endsWith('.astro') ? markupOf(source) : source;
  const tree = ts.createSourceFile(
    file.replace(/astro$/, 'tsx'),
    code,
    ts.ScriptTarget.Latest,
    true,
  );
  const found: Found[] = [];
  const report = (node: ts.Node, text: string) =>
    found.push({
      line: tree.getLineAndCharacterOfPosition(node.getStart()).line + 1,
      text: text.trim().replaceAll(/\s+/g, ' '),
    });
  const visit = (node: ts.Node): void => {
    if (isAside(node)) return;
    if (ts.isJsxText(node) && WORD.test(node.text) && !NAMES.has(node.text.trim()))
      report(node, node.text);
    if (isText(node) && isShown(node)) report(node, wordsOf(node));
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

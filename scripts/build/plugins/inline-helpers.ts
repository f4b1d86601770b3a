/**
 * The bundler keeps its helpers, of which a file needs one or two, in a file of their own, and on a
 * slow line a small file costs as much as a large one. Here each file holds those that it needs.
 */
import { type Plugin, parseSync } from 'vite';

const IMPORT = /^import\{([^}]+)\}from"\.\/(rolldown-runtime\.[^"]+)";/;
const EXPORTED = /([\w$]+) as ([\w$]+)/g;
const WORD = /[\w$]+/g;

/** The text of each helper, by its name within their file. */
function declarations(helpers: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const statement of parseSync('helpers.js', helpers).program.body) {
    if (statement.type !== 'VariableDeclaration') continue;
    for (const { id, start, end } of statement.declarations) {
      if (id.type === 'Identifier') found.set(id.name, helpers.slice(start, end));
    }
  }
  return found;
}

/** A helper and all it can need: each word in it that is the name of another. */
function collectNeeded(name: string, declared: Map<string, string>, needed = new Set<string>()) {
  const text = declared.get(name);
  if (text === undefined || needed.has(name)) return needed;
  needed.add(name);
  for (const [word] of text.matchAll(WORD)) collectNeeded(word, declared, needed);
  return needed;
}

/** The script without its import of helpers; `read` gives the text of their file. */
export function withHelpers(script: string, read: (file: string) => string): string {
  return script.replace(IMPORT, (_, imported: string, file: string) => {
    const helpers = read(file);
    const declared = declarations(helpers);
    const exported = new Map([...helpers.matchAll(EXPORTED)].map(([, own, name]) => [name, own]));
    const specifiers = imported.split(',').map((specifier) => specifier.split(' as '));
    const values = specifiers.map(([name]) => exported.get(name) ?? '');
    const needed = new Set(values.flatMap((name) => [...collectNeeded(name, declared)]));
    const declarationTexts = [...declared]
      .filter(([name]) => needed.has(name))
      .map(([, text]) => text);
    const names = specifiers.map(([name, own = name]) => own);
    return `const[${names}]=(()=>{var ${declarationTexts.join(',')};return[${values}]})();`;
  });
}

export function inlineHelpers(): Plugin {
  return {
    name: 'inline-helpers',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const read = (file: string) =>
        chunks.find(({ fileName }) => fileName.endsWith(file))?.code ?? '';
      for (const chunk of chunks) chunk.code = withHelpers(chunk.code, read);
    },
  };
}

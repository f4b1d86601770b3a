/** `_headers`, the text file in which common static hosts take the headers of each path. */

export interface HeaderRule {
  matches: (path: string) => boolean;
  headers: [string, string][];
}

/** `*` matches any text; a pattern that ends in a slash and a star matches the path above too. */
function matcher(pattern: string): (path: string) => boolean {
  const source = pattern.replace(/\/\*$|\*|[.+?^${}()|[\]\\]/g, (part) => {
    if (part === '/*') return '(?:/.*)?';
    return part === '*' ? '.*' : `\\${part}`;
  });
  const expression = new RegExp(`^${source}$`);
  return (path) => expression.test(path);
}

/** A path on a line of its own, its headers on indented lines below; `#` begins a comment. */
export function parseHeaders(text: string): HeaderRule[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !/^\s*#/.test(line));
  const rules: HeaderRule[] = [];
  for (const line of lines) {
    const rule = rules.at(-1);
    const colon = line.indexOf(':');
    if (/^\S/.test(line)) rules.push({ matches: matcher(line.trim()), headers: [] });
    else if (rule === undefined || colon < 1) {
      throw new Error(`_headers: expected "Name: value" below a path, found "${line}".`);
    } else rule.headers.push([line.slice(0, colon).trim(), line.slice(colon + 1).trim()]);
  }
  return rules;
}

/** Reads public/_redirects, the one source of the rewrite rules, for every server of our own. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface RewriteRule {
  /** Everything below this path, '/store/' for instance. */
  below: string;
  /** The page that answers instead. */
  page: string;
}

/** Only the form this project uses: `/path/*  /page  200`. Anything else is a mistake. */
export function parseRewriteRules(text: string): RewriteRule[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, below, page] = /^(\/\S*\/)\*\s+(\/\S*)\s+200$/.exec(line) ?? [];
      if (!below || !page) throw new Error(`public/_redirects: cannot read the rule "${line}".`);
      return { below, page };
    });
}

export const readRewriteRules = (): RewriteRule[] =>
  parseRewriteRules(readFileSync(join(import.meta.dirname, '../public/_redirects'), 'utf8'));

/** The address to answer instead of this one (path with query), or null where no rule applies. */
export function rewrite(url: string, rules: readonly RewriteRule[]): string | null {
  const [path = '', ...query] = url.split('?');
  const rule = rules.find(({ below }) => path.startsWith(below) && path !== below);
  return rule ? [rule.page, ...query].join('?') : null;
}

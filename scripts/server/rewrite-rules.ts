/** Reads public/_redirects, the one source of the rewrite rules, for every server of our own. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RewriteRule } from '../../src/lib/domain/rewrite.ts';

export { rewrite } from '../../src/lib/domain/rewrite.ts';

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
  parseRewriteRules(readFileSync(join(import.meta.dirname, '../../public/_redirects'), 'utf8'));

/** Reads `_redirects` as a host does, for every server of our own. */
import type { RewriteRule } from '../../src/lib/domain/rewrite.ts';

/** Only the form this project uses: `/path/*  /page  200`. Anything else is a mistake. */
export function parseRewriteRules(text: string): RewriteRule[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, below, page] = /^(\/\S*\/)\*\s+(\/\S*)\s+200$/.exec(line) ?? [];
      if (!below || !page) throw new Error(`_redirects: cannot read the rule "${line}".`);
      return { below, page };
    });
}

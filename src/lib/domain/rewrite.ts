/** The addresses that one page answers for many: /store/{id} is the page /store. */

export interface RewriteRule {
  /** Everything below this path, '/store/' for instance. */
  below: string;
  /** The page that answers instead. */
  page: string;
}

/** The address to answer instead of this one (path with query), or null if no rule applies. */
export function rewrite(url: string, rules: readonly RewriteRule[]): string | null {
  const [path = '', ...query] = url.split('?');
  const rule = rules.find(({ below }) => path.startsWith(below) && path !== below);
  return rule ? [rule.page, ...query].join('?') : null;
}

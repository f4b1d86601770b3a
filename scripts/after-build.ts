/**
 * Finishes dist/ after Astro: moves each page's Content-Security-Policy to directly behind its
 * charset. Astro writes it near the end of the head, and a policy in the page does not govern
 * what stands before it.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CHARSET = /<meta charset="?utf-8"?\s*\/?>/i;
const POLICY = /<meta http-equiv="?content-security-policy"?[^>]*>/gi;

/** The page with its one policy right behind the charset; throws when it has none. */
export function withPolicyFirst(html: string, file: string): string {
  const policies = html.match(POLICY) ?? [];
  if (policies.length !== 1) throw new Error(`${file} has ${policies.length} policies, not 1.`);
  const rest = html.replace(POLICY, '');
  if (!CHARSET.test(rest)) throw new Error(`${file} has no charset to put the policy behind.`);
  return rest.replace(CHARSET, (charset) => charset + policies[0]);
}

if (import.meta.main) {
  const dist = fileURLToPath(new URL('../dist/', import.meta.url));
  const pages = globSync('**/*.html', { cwd: dist });
  if (pages.length === 0) throw new Error('dist/ holds no page: run astro build first.');
  for (const page of pages) {
    const file = join(dist, page);
    writeFileSync(file, withPolicyFirst(readFileSync(file, 'utf8'), page));
  }
  console.log(`The policy comes first on ${pages.length} pages.`);
}

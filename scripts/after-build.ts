/**
 * Finishes dist/, or the folder named, after Astro. Each page's Content-Security-Policy learns the
 * hashes of the scripts the page itself holds (Astro hashes only those it bundled), and moves to
 * directly behind the charset: Astro writes it near the end of the head, and a policy in the page
 * does not govern what stands before it.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { asCommand } from './command.ts';

const CHARSET = /<meta charset="?utf-8"?\s*\/?>/i;
const POLICY = /<meta http-equiv="?content-security-policy"?[^>]*>/gi;
/** Neither a file of its own nor data. */
const INLINE_SCRIPT =
  /<script(?![^>]*\ssrc=)(?![^>]*\stype="?application\/)[^>]*>([\s\S]*?)<\/script>/g;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function withHashes(policy: string, html: string): string {
  const hashes = [...html.matchAll(INLINE_SCRIPT)].map(([, text]) => hashOf(text ?? ''));
  const unknown = [...new Set(hashes)].filter((hash) => !policy.includes(hash));
  return policy.replace('script-src ', ['script-src', ...unknown, ''].join(' '));
}

/** The page with its one policy, complete, right behind the charset; throws when it has none. */
export function withPolicyFirst(html: string, file: string): string {
  const [policy, ...others] = html.match(POLICY) ?? [];
  if (!policy || others.length > 0) throw new Error(`${file} must have exactly one policy.`);
  const rest = html.replace(POLICY, '');
  if (!CHARSET.test(rest)) throw new Error(`${file} has no charset to put the policy behind.`);
  return rest.replace(CHARSET, (charset) => charset + withHashes(policy, rest));
}

await asCommand(import.meta.main, () => {
  const folder = resolve(process.argv[2] ?? 'dist');
  const pages = globSync('**/*.html', { cwd: folder });
  if (pages.length === 0) throw new Error(`${folder} holds no page: run astro build first.`);
  for (const page of pages) {
    const file = join(folder, page);
    writeFileSync(file, withPolicyFirst(readFileSync(file, 'utf8'), page));
  }
  console.log(`The policy comes first on ${pages.length} pages.`);
});

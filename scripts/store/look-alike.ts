/** Whether a host only looks like one of Supabase's, for which a secret key would be meant. */
import { domainToUnicode } from 'node:url';

const PROJECT = /^[a-z0-9-]+\.supabase\.co$/;
const DOMAIN = 'supabase.co';
/** So many letters wrong, missing or too many are taken for a mistake, or for somebody's trap. */
const CLOSE = 2;

/** How many letters make one text the other. A letter that is not of ASCII may look like any. */
function editsBetween(text: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const letter of text) {
    const [first = 0] = row;
    const next = [first + 1];
    for (const [index, wanted] of [...other].entries()) {
      const isSame = letter === wanted || letter > '\u007f';
      const changed = (row[index] ?? 0) + (isSame ? 0 : 1);
      next.push(Math.min(changed, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** `abc.supabase.co.evil.example`, `abcsupabase.co`, `abc.supabаse.co`: not `abc.supabase.co`. */
export function isLookAlike(hostname: string): boolean {
  if (PROJECT.test(hostname)) return false;
  const seen = domainToUnicode(hostname).replace(/\.$/, '');
  const end = seen.split('.').slice(-2).join('.');
  return /supabase\.com?(?![a-z0-9-])/.test(seen) || editsBetween(end, DOMAIN) <= CLOSE;
}

/** What stands in for a missing logo. Which drawing and which color: src/islands/ui/hash.ts. */
import { defaults } from '#text/messages.ts';
import { charactersOf } from './graphemes.ts';

/** Enough for the longest character that is worth drawing. */
const LONGEST = 100;

/** The first character a reader sees, in upper case. */
export function initial(name: string): string {
  const whole = name.trim() || defaults.storeName;
  return (charactersOf(whole.slice(0, LONGEST))[0] ?? '').toLocaleUpperCase('en');
}

/** What stands in for a missing logo. Which drawing and which colour: src/islands/ui/hash.ts. */
import { defaults } from '#text/messages.ts';

const graphemes = new Intl.Segmenter('en');

/** The first character a reader sees, in upper case. */
export function initial(name: string): string {
  const [first] = graphemes.segment(name.trim() || defaults.storeName);
  return (first?.segment ?? '').toLocaleUpperCase('en');
}

/** Which addresses from the backend are used (docs/product.md#errors-and-waiting). */
import { parseUrl } from './runtime-url.ts';

const localHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** The whole address if it is https, of this origin, or http on this machine; else null. */
export function safeUrl(url: unknown, origin: string): string | null {
  if (typeof url !== 'string' || url.trim() === '') return null;
  const parsed = parseUrl(url, origin);
  if (!parsed) return null;
  const allowed =
    parsed.protocol === 'https:' ||
    (parsed.protocol === 'http:' &&
      (parsed.origin === origin || localHosts.includes(parsed.hostname)));
  return allowed ? parsed.href : null;
}

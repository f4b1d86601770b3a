/**
 * Shim: timestamps as the hosted service writes them, `2026-11-21T04:51:41.558+00:00`.
 * The embedded one returns PostgreSQL's own text, with a space and a short zone, which not every
 * browser can read.
 */
export function isoTimestamp(text: string): string;
export function isoTimestamp(text: string | null): string | null;
export function isoTimestamp(text: string | null): string | null {
  return text?.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00') ?? null;
}

/** The device that the application runs on: the browser's, unless a test put another in its place. */
import { browserPlatform } from './browser.ts';
import type { Platform } from './interface.ts';

let current: Platform = browserPlatform;

export const platform = (): Platform => current;

/** For tests and the build: everything after this call asks `replacement`. */
export function setPlatform(replacement: Platform): void {
  current = replacement;
}

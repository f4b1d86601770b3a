/**
 * From here on, going between the wallet's screens changes the screen within the document, if the browser
 * has the Navigation API. The code for it loads when the page has nothing else to do: until then, and
 * without it, each screen is loaded as a document.
 */
import { whenIdle } from '../lib/platform/idle.ts';
import { screenAt } from '../lib/screens.ts';

// /stores loads the same file.
if ('navigation' in window && screenAt(location.pathname) !== null) {
  whenIdle(
    () =>
      void import('./change-screens.ts').then(
        ({ start }) => start(),
        // Offline, or gone with a newer release.
        () => undefined,
      ),
  );
}

/**
 * From here on the ways between the wallet's screens change the screen within the document, where the
 * browser has the Navigation API. The code of it comes when the page has nothing else to do: until
 * then, and without it, each way is a document.
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

/**
 * Back to a page that the browser has kept as it was: whose session is gone by now is not to be seen
 * again, not for a moment, and the page reloads. `display`, since what is `visibility: hidden` still
 * shows an open dialog.
 */
import { deviceSession } from './storage.ts';

const whose = () => deviceSession()?.user?.id ?? null;

const person = whose();

/** Should the load not begin, the screens have followed the session by then. */
const SHOWN_AGAIN_MS = 3000;

addEventListener('pageshow', ({ persisted }) => {
  if (!persisted || whose() === person) return;
  const { style } = document.documentElement;
  style.display = 'none';
  setTimeout(() => location.reload());
  setTimeout(() => {
    style.display = '';
  }, SHOWN_AGAIN_MS);
});

/**
 * For going back to a page that the browser has kept as it was: if its session is gone by now it must not
 * be seen again, not even for a moment, and the page reloads. `display`, since `visibility: hidden` would
 * still show an open dialog.
 */
import { deviceSession } from './storage.ts';

const whose = () => deviceSession()?.user?.id ?? null;

const person = whose();

/** If the load does not begin, the screens have followed the session by then. */
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

/** Runs on the 404 page. */
import { screenFor } from './screen-for.ts';

const screen = screenFor(location.pathname, location.search);
if (screen) location.replace(screen);

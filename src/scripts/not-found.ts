/** Runs on the 404 page. */
import { screenFor } from './screen-for.ts';

const target = screenFor(location.pathname, location.search);
if (target) location.replace(target);

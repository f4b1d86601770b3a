/**
 * The island directive `client:painted` (scripts/build/plugins/astro.ts): the code of an island
 * whose page says everything without it is fetched once the page has been painted, and does not
 * delay that.
 */
import type { ClientDirective } from 'astro';
import { painted } from './fetch-code.ts';

const hydrateOncePainted: ClientDirective = (load) =>
  painted()
    .then(load)
    .then((hydrate) => hydrate());

export default hydrateOncePainted;

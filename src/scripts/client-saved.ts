/**
 * The island directive `client:saved` (scripts/build/plugins/astro.ts): an island that shows
 * answers starts with the page, as with `client:load`, and what it showed is saved for next time
 * (docs/decisions/snapshots.md).
 */
import type { ClientDirective } from 'astro';

const saved: ClientDirective = async (load) => (await load())();

export default saved;

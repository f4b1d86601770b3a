/**
 * The island directive `client:kept` (scripts/build/plugins/islands.ts): an island that shows
 * answers starts with the page, as with `client:load`, and what it showed is kept for the next time
 * (docs/decisions/snapshots.md).
 */
import type { ClientDirective } from 'astro';

const kept: ClientDirective = async (load) => (await load())();

export default kept;

/** What `client:load` means; an island looks here when it starts. */
import load from 'astro/runtime/client/load.js';

const astroGlobal = globalThis as { Astro?: object };
astroGlobal.Astro = { ...astroGlobal.Astro, load };

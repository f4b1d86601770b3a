/** What the directives of the wallet's islands mean; an island looks here when it starts. */
import load from 'astro/runtime/client/load.js';
import saved from './client-saved.ts';

const astroGlobal = globalThis as { Astro?: object };
astroGlobal.Astro = { ...astroGlobal.Astro, load, saved };

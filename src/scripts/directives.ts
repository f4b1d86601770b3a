/** What the directives of the wallet's islands mean; an island looks here when it starts. */
import load from 'astro/runtime/client/load.js';
import kept from './client-kept.ts';

const place = globalThis as { Astro?: object };
place.Astro = { ...place.Astro, load, kept };

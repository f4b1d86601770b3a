/** Made at build time, because it holds the site's address; shown by layouts/DesktopAside.astro. */
import { siteCode } from '../sections/site-code.ts';

export const GET = () => new Response(siteCode(), { headers: { 'content-type': 'image/svg+xml' } });

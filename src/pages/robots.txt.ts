/** Made at build time, because the sitemap's address is absolute. Signed-in pages say noindex. */
import { config } from '../lib/config.ts';

export const GET = () =>
  new Response(`User-agent: *\nAllow: /\n\nSitemap: ${config.siteUrl}/sitemap-index.xml\n`);

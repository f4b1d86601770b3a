/**
 * The path of the whole site, without a trailing slash: '' where it has a whole host, '/stampcard' where
 * `SITE_URL` is https://stores.example/stampcard.
 */

/** Set by astro.config.mjs. Unit tests and scripts run without it. */
declare const __STAMPCARD_BASE_PATH__: string | undefined;

export const BASE_PATH: string =
  typeof __STAMPCARD_BASE_PATH__ === 'undefined' ? '' : __STAMPCARD_BASE_PATH__;

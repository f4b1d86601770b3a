/**
 * The path under which the whole site stands, without a slash at its end: '' on a host of its own,
 * '/stampcard' where `SITE_URL` is https://stores.example/stampcard.
 */

/** Put in by astro.config.mjs. Unit tests and scripts run without it. */
declare const __STAMPCARD_BASE_PATH__: string | undefined;

export const BASE_PATH: string =
  typeof __STAMPCARD_BASE_PATH__ === 'undefined' ? '' : __STAMPCARD_BASE_PATH__;

/** What this build of the site was configured with (docs/product.md#configuration). */
import type { Captcha } from './domain/sign-in-form.ts';

export interface Config {
  /** Empty: the backend answers on the site's own origin. */
  supabaseUrl: string;
  supabaseAnonKey: string;
  /** The canonical address of the site: its origin, and its path if it has one (base-path.ts). */
  siteUrl: string;
  merchantUrl: string;
  /** null: the 'Submit Event' link is not shown. */
  submitEventUrl: string | null;
  /** null: 'Coming soon', disabled. */
  androidBetaUrl: string | null;
  /** null: the performance reporter is never loaded. */
  vitalsUrl: string | null;
}

/** Where the errors of pages are sent, and of which share of the pages: above 0, at most 1. */
export interface ErrorReports {
  url: string;
  sample: number;
}

/** What works on this machine with nothing set. */
export const localConfig: Config = {
  supabaseUrl: '',
  supabaseAnonKey: 'sb_publishable_local_stampcard',
  siteUrl: 'http://localhost:4321',
  merchantUrl: '/local/counter',
  submitEventUrl: null,
  androidBetaUrl: null,
  vitalsUrl: null,
};

/** Whether the host of an address is this machine. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/** Set by astro.config.mjs, checked by read-config.ts. Unit tests run without them. */
declare const __STAMPCARD_CONFIG__: Config | undefined;
declare const __STAMPCARD_CAPTCHA__: Captcha | null | undefined;

export const config: Config =
  typeof __STAMPCARD_CONFIG__ === 'undefined' ? localConfig : __STAMPCARD_CONFIG__;

/** Code for it checks `import.meta.env.CAPTCHA` first, so that no other build contains it. */
export const captcha: Captcha | null =
  typeof __STAMPCARD_CAPTCHA__ === 'undefined' ? null : __STAMPCARD_CAPTCHA__;

/** Reads and checks the configuration while the site is built (docs/product.md#configuration). */
import { type Config, type ErrorReports, localConfig } from './config.ts';
import type { Captcha } from './domain/captcha.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const localDefaults = {
  PUBLIC_SUPABASE_URL: localConfig.supabaseUrl,
  PUBLIC_SUPABASE_ANON_KEY: localConfig.supabaseAnonKey,
  SITE_URL: localConfig.siteUrl,
  PUBLIC_MERCHANT_URL: localConfig.merchantUrl,
};

/** Whether a name is of this very machine. */
export const isLoopback = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);

/** An absolute address over https; plain http only for this very machine. */
function webAddress(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const safe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (!url || !safe || url.username || url.password) {
    throw new Error(
      `${name} must be a full https:// address (http:// only for localhost), but is "${text}".`,
    );
  }
  return url;
}

/** An origin over https; an error whose sentence names the variable for anything else. */
export function origin(name: string, text: string): string {
  const url = webAddress(name, text);
  if (url.pathname !== '/' || url.search || url.hash) {
    throw new Error(`${name} must be an origin without path, query or hash, but is "${text}".`);
  }
  return url.origin;
}

/** Where a site stands: an origin, or a path on one. No slash at its end. */
function siteAddress(name: string, text: string): string {
  const url = webAddress(name, text);
  const path = url.pathname.replace(/\/$/, '');
  if (url.search || url.hash || !/^(\/[\w.~-]+)*$/.test(path)) {
    throw new Error(`${name} must be an origin, or a plain path on one, but is "${text}".`);
  }
  return url.origin + path;
}

/** The path of a site below its host, without a slash at its end; '' where it has a host of its own. */
export const basePathOf = (siteUrl: string): string => new URL(siteUrl).pathname.replace(/\/$/, '');

/** Whether a key in the older form of a token was made for servers. */
function isServiceToken(key: string): boolean {
  const claims = key.split('.')[1] ?? '';
  return /service_role/.test(Buffer.from(claims, 'base64url').toString());
}

/** Whether a key opens everything, in either of its forms. */
export const isSecretKey = (key: string): boolean =>
  key.startsWith('sb_secret_') || isServiceToken(key);

/** Whether a text has such a key in it: by itself, between quotes, or within an address. */
export const holdsSecretKey = (text: string): boolean => text.split(/[^\w.-]+/).some(isSecretKey);

/** Refuses a secret key in any variable whose name says that pages may carry it. */
export function refusePublicSecrets(env: Environment): void {
  for (const [name, text] of Object.entries(env)) {
    if (name.startsWith('PUBLIC_') && holdsSecretKey(text ?? '')) {
      throw new Error(
        `${name} is a secret key, and what is PUBLIC_ stands in every page: use the publishable (anon) ` +
          'one. If a site was built with this key, make a new one in the project’s settings.',
      );
    }
  }
}

/** What a key in the older form says of itself; null for any other text. */
export function claimsOf(key: string): Readonly<Record<string, unknown>> | null {
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(key)) return null;
  try {
    const claims = JSON.parse(Buffer.from(key.split('.')[1] ?? '', 'base64url').toString());
    return typeof claims === 'object' ? claims : null;
  } catch {
    return null;
  }
}

function publishableKey(name: string, text: string): string {
  const role = claimsOf(text)?.role;
  if (role === 'anon' || /^sb_publishable_[\w-]+$/.test(text)) return text;
  if (role !== undefined) {
    throw new Error(`${name} must be a publishable key, but is a token of the role ${role}.`);
  }
  // What it is instead may be a secret of another kind, which no log of a build is to keep.
  throw new Error(
    `${name} must be a publishable key (sb_publishable_…), but is "${text.slice(0, 5)}…".`,
  );
}

/** A site of its own or, as the local counter, a path on this one. */
const merchantAddress = (name: string, text: string): string =>
  /^\/[\w-]/.test(text) ? text : webAddress(name, text).href;

const isLocal = (address: string | undefined) =>
  !address || !URL.canParse(address) || isLoopback(new URL(address).hostname);

/** On every phone of those who open a site for others, localhost is that phone. */
function refuseThisMachine(env: Environment): void {
  for (const part of ['SUPABASE', 'MERCHANT', 'SUBMIT_EVENT', 'ANDROID_BETA', 'VITALS', 'ERRORS']) {
    const name = `PUBLIC_${part}_URL`;
    const text = env[name]?.trim();
    if (text && URL.canParse(text) && isLoopback(new URL(text).hostname)) {
      throw new Error(
        `${name} must be a full https:// address (SITE_URL is no localhost), but is "${text}".`,
      );
    }
  }
}

/**
 * The configuration, or an error whose sentence names the variable. Every variable has a default
 * that works on this machine; a site for any other host must set all four that are never
 * optional, because none of those defaults could be right there.
 */
export function readConfig(env: Environment): Config {
  refusePublicSecrets(env);
  const local = isLocal(env.SITE_URL) && isLocal(env.PUBLIC_SUPABASE_URL);

  function needed<T>(name: keyof typeof localDefaults, read: (name: string, text: string) => T) {
    const text = env[name]?.trim();
    if (text) return read(name, text);
    if (text === '') throw new Error(`${name} is set but empty.`);
    if (!local) throw new Error(`${name} is missing: a site that is not local needs it.`);
    return localDefaults[name];
  }
  function optional(name: string) {
    const text = env[name]?.trim();
    return text ? webAddress(name, text).href : null;
  }

  if (!isLocal(env.SITE_URL)) refuseThisMachine(env);
  return {
    supabaseUrl: needed('PUBLIC_SUPABASE_URL', origin),
    supabaseAnonKey: needed('PUBLIC_SUPABASE_ANON_KEY', publishableKey),
    siteUrl: needed('SITE_URL', siteAddress),
    merchantUrl: needed('PUBLIC_MERCHANT_URL', merchantAddress),
    submitEventUrl: optional('PUBLIC_SUBMIT_EVENT_URL'),
    androidBetaUrl: optional('PUBLIC_ANDROID_BETA_URL'),
    vitalsUrl: optional('PUBLIC_VITALS_URL'),
  };
}

/** What the till is built with: the backend alone (vite.till.config.ts). */
export function readTillConfig(env: Environment): Config {
  // No address of a site says that this is for another machine: either of the two does.
  if (env.PUBLIC_SUPABASE_URL === undefined && env.PUBLIC_SUPABASE_ANON_KEY !== undefined) {
    throw new Error('PUBLIC_SUPABASE_URL is missing: PUBLIC_SUPABASE_ANON_KEY is set.');
  }
  const { SITE_URL, PUBLIC_MERCHANT_URL } = localDefaults;
  return { ...readConfig({ ...env, SITE_URL, PUBLIC_MERCHANT_URL }), siteUrl: '', merchantUrl: '' };
}

/** Whether the backend's storage resizes photos, or an error whose sentence names the variable. */
export function readPhotoTransforms(env: Environment): boolean {
  return readSwitch(env, 'PUBLIC_PHOTO_TRANSFORMS');
}

/** Whether people may start without an account, or an error whose sentence names the variable. */
export function readGuests(env: Environment): boolean {
  return readSwitch(env, 'PUBLIC_GUESTS');
}

/** Off unless it is switched on. */
function readSwitch(env: Environment, name: string): boolean {
  const text = env[name]?.trim() || 'false';
  if (text !== 'true' && text !== 'false') {
    throw new Error(`${name} must be true or false, but is "${text}".`);
  }
  return text === 'true';
}

/** The share of pages that send what there is an address for; an error whose sentence names the variable. */
function readShare(env: Environment, subject: 'ERRORS' | 'VITALS'): number {
  const [url, name] = [`PUBLIC_${subject}_URL`, `PUBLIC_${subject}_SAMPLE`];
  const share = env[name]?.trim() || '1';
  if (!env[url]?.trim() && env[name]?.trim()) {
    throw new Error(`${url} is missing: ${name} is set, and is of no use.`);
  }
  const sample = /^\d(\.\d+)?$/.test(share) ? Number(share) : 0;
  if (sample <= 0 || sample > 1) {
    throw new Error(`${name} must be a share above 0 and at most 1, but is "${share}".`);
  }
  return sample;
}

/** Of which share of the pages figures are sent, where they are sent anywhere. */
export const readVitalsSample = (env: Environment): number => readShare(env, 'VITALS');

/** Where errors are sent; null where nowhere; or an error whose sentence names the variable. */
export function readErrorReports(env: Environment): ErrorReports | null {
  const url = env.PUBLIC_ERRORS_URL?.trim() ?? '';
  const sample = readShare(env, 'ERRORS');
  return url === '' ? null : { url: webAddress('PUBLIC_ERRORS_URL', url).href, sample };
}

const isProvider = (text: string): text is Captcha['provider'] =>
  text === 'turnstile' || text === 'hcaptcha';

/** The CAPTCHA, null where none is set, or an error whose sentence names the variable. */
export function readCaptcha(env: Environment): Captcha | null {
  const provider = env.PUBLIC_CAPTCHA_PROVIDER?.trim() ?? '';
  const siteKey = env.PUBLIC_CAPTCHA_SITE_KEY?.trim() ?? '';
  if (provider === '' && siteKey === '') return null;
  if (provider === '' || siteKey === '') {
    const [missing, present] =
      provider === '' ? ['PROVIDER', 'SITE_KEY'] : ['SITE_KEY', 'PROVIDER'];
    throw new Error(
      `PUBLIC_CAPTCHA_${missing} is missing: PUBLIC_CAPTCHA_${present} is set, and a CAPTCHA needs both.`,
    );
  }
  if (!isProvider(provider)) {
    throw new Error(`PUBLIC_CAPTCHA_PROVIDER must be turnstile or hcaptcha, but is "${provider}".`);
  }
  if (!/^[\w-]{1,100}$/.test(siteKey)) {
    throw new Error(`PUBLIC_CAPTCHA_SITE_KEY must be a site key, but is "${siteKey}".`);
  }
  return { provider, siteKey };
}

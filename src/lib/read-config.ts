/** Reads and checks the configuration while the site is built (docs/product.md#configuration). */
import { z } from 'astro/zod';
import { type Config, type ErrorReports, isLoopback, localConfig } from './config.ts';
import type { Captcha } from './domain/sign-in-form.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const localDefaults = {
  PUBLIC_SUPABASE_URL: localConfig.supabaseUrl,
  PUBLIC_SUPABASE_ANON_KEY: localConfig.supabaseAnonKey,
  SITE_URL: localConfig.siteUrl,
  PUBLIC_MERCHANT_URL: localConfig.merchantUrl,
};

function isSafe(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  const safe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  return safe && url?.username === '' && url.password === '';
}

/** An absolute address over https; plain http only for this machine. */
const webAddress = z
  .string()
  .refine(isSafe, {
    error: 'must be a full https:// address (http:// only for localhost)',
    abort: true,
  })
  .transform((text) => new URL(text));
const fullAddress = webAddress.transform(({ href }) => href);
const originOnly = webAddress
  .refine(({ pathname, search, hash }) => pathname === '/' && search === '' && hash === '', {
    error: 'must be an origin without path, query or hash',
  })
  .transform((url) => url.origin);
const pathOf = ({ pathname }: URL) => pathname.replace(/\/$/, '');
/** Where a site is hosted: an origin, or a path on one. No trailing slash. */
const siteAddress = webAddress
  .refine((url) => !url.search && !url.hash && /^(\/[\w.~-]+)*$/.test(pathOf(url)), {
    error: 'must be an origin, or a plain path on one',
  })
  .transform((url) => url.origin + pathOf(url));
/** The merchants' site may be, as the local counter, a path on this one. */
const isOwnPath = (text: string) => /^\/[\w-]/.test(text);
const toggle = z.enum(['true', 'false'], { error: 'must be true or false' });
const share = z
  .string()
  .refine((text) => /^\d(\.\d+)?$/.test(text) && Number(text) > 0 && Number(text) <= 1, {
    error: 'must be a share above 0 and at most 1',
  })
  .transform(Number);
const captchaProvider = z.enum(['turnstile', 'hcaptcha'], {
  error: 'must be turnstile or hcaptcha',
});
const photoHost = z
  .string()
  .regex(/^([a-z\d-]+\.)+[a-z\d-]+(:\d+)?$/i, { error: 'must be hosts such as pictures.example' });
const siteKey = z.string().regex(/^[\w-]{1,100}$/, { error: 'must be a site key' });

/** What the schema makes of a text, or an error whose sentence names the variable. */
function parse<T>(schema: z.ZodType<T>, name: string, text: string): T {
  const { data, error } = schema.safeParse(text);
  if (error) {
    // An address of the database brings its password.
    const shown = text.replace(/\/\/.*@/, '//…@');
    throw new Error(`${name} ${error.issues[0]?.message}, but is "${shown}".`);
  }
  return data;
}

/** An origin over https; an error whose sentence names the variable for anything else. */
export const origin = (name: string, text: string): string => parse(originOnly, name, text);

/** A site's address, without trailing slash; an error whose sentence names the variable for anything else. */
export const siteUrl = (name: string, text: string): string => parse(siteAddress, name, text);

/** The path of a site below its host, without a trailing slash; '' if it has its own host. */
export const basePathOf = (site: string): string => pathOf(new URL(site));

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

/** What a key in the older form says about itself; null for any other text. */
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
  // It may be another kind of secret instead, which no build log should keep.
  throw new Error(
    `${name} must be a publishable key (sb_publishable_…), but is "${text.slice(0, 5)}…".`,
  );
}

/** Also true without a host: `localhost:4321` has a scheme and a path, and is refused for that elsewhere. */
function isLocal(address: string | undefined): boolean {
  const host = address && URL.canParse(address) ? new URL(address).hostname : '';
  return host === '' || isLoopback(host);
}

/** A variable for another place would silently be combined with a default for this machine. */
function requireWith(env: Environment, name: string, other: string): void {
  if (env[name] === undefined && env[other] !== undefined) {
    throw new Error(`${name} is missing: ${other} is set.`);
  }
}

/** On the phone of anyone who opens a hosted site, localhost is that phone. */
function refuseThisMachine(env: Environment): void {
  for (const part of ['SUPABASE', 'MERCHANT', 'SUBMIT_EVENT', 'ANDROID_BETA', 'VITALS', 'ERRORS']) {
    const name = `PUBLIC_${part}_URL`;
    const text = env[name]?.trim();
    const isHere = text && URL.canParse(text) && isLoopback(new URL(text).hostname);
    // What is below /local/ is the demo's.
    if (isHere || text?.startsWith('/local/')) {
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
  requireWith(env, 'PUBLIC_SUPABASE_URL', 'PUBLIC_SUPABASE_ANON_KEY');
  // The local counter is a path, and goes with any site on this machine.
  if (!isLocal(env.PUBLIC_MERCHANT_URL)) requireWith(env, 'SITE_URL', 'PUBLIC_MERCHANT_URL');
  const local = isLocal(env.SITE_URL) && isLocal(env.PUBLIC_SUPABASE_URL);

  function needed(name: keyof typeof localDefaults, read: (name: string, text: string) => string) {
    const text = env[name]?.trim();
    if (text) return read(name, text);
    if (text === '') throw new Error(`${name} is set but empty.`);
    if (!local) throw new Error(`${name} is missing: a site that is not local needs it.`);
    return localDefaults[name];
  }
  function optional(name: string) {
    const text = env[name]?.trim();
    return text ? parse(fullAddress, name, text) : null;
  }

  if (!isLocal(env.SITE_URL)) refuseThisMachine(env);
  return {
    supabaseUrl: needed('PUBLIC_SUPABASE_URL', origin),
    supabaseAnonKey: needed('PUBLIC_SUPABASE_ANON_KEY', publishableKey),
    siteUrl: needed('SITE_URL', siteUrl),
    merchantUrl: needed('PUBLIC_MERCHANT_URL', (name, text) =>
      isOwnPath(text) ? text : parse(fullAddress, name, text),
    ),
    submitEventUrl: optional('PUBLIC_SUBMIT_EVENT_URL'),
    androidBetaUrl: optional('PUBLIC_ANDROID_BETA_URL'),
    vitalsUrl: optional('PUBLIC_VITALS_URL'),
  };
}

/** What the till is built with: the backend alone (vite.till.config.ts). */
export function readTillConfig(env: Environment): Config {
  const { SITE_URL, PUBLIC_MERCHANT_URL } = localDefaults;
  return { ...readConfig({ ...env, SITE_URL, PUBLIC_MERCHANT_URL }), siteUrl: '', merchantUrl: '' };
}

/** Off unless it is switched on. */
const readToggle = (env: Environment, name: string): boolean =>
  parse(toggle, name, env[name]?.trim() || 'false') === 'true';

/** Whether the backend's storage resizes photos, or an error whose sentence names the variable. */
export const readPhotoTransforms = (env: Environment): boolean =>
  readToggle(env, 'PUBLIC_PHOTO_TRANSFORMS');

/** Where photos may be besides the site and the backend; null: anywhere. An error names the variable. */
export function readPhotoHosts(env: Environment): string[] | null {
  const name = 'PUBLIC_PHOTO_HOSTS';
  const hosts = (env[name] ?? '').split(/[\s,]+/).filter(Boolean);
  return hosts.length === 0 ? null : hosts.map((text) => parse(photoHost, name, text));
}

/** Whether people may start without an account, or an error whose sentence names the variable. */
export const readGuests = (env: Environment): boolean => readToggle(env, 'PUBLIC_GUESTS');

/** The share of pages that send what there is an address for; an error whose sentence names the variable. */
function readShare(env: Environment, subject: 'ERRORS' | 'VITALS'): number {
  const [url, name] = [`PUBLIC_${subject}_URL`, `PUBLIC_${subject}_SAMPLE`];
  if (!env[url]?.trim() && env[name]?.trim()) {
    throw new Error(`${url} is missing: ${name} is set, and is of no use.`);
  }
  return parse(share, name, env[name]?.trim() || '1');
}

/** Of which share of the pages figures are sent, if they are sent anywhere. */
export const readVitalsSample = (env: Environment): number => readShare(env, 'VITALS');

/** Where errors are sent; null if nowhere; or an error whose sentence names the variable. */
export function readErrorReports(env: Environment): ErrorReports | null {
  const url = env.PUBLIC_ERRORS_URL?.trim() ?? '';
  const sample = readShare(env, 'ERRORS');
  return url === '' ? null : { url: parse(fullAddress, 'PUBLIC_ERRORS_URL', url), sample };
}

/** The CAPTCHA, null if none is set, or an error whose sentence names the variable. */
export function readCaptcha(env: Environment): Captcha | null {
  const names = ['PUBLIC_CAPTCHA_PROVIDER', 'PUBLIC_CAPTCHA_SITE_KEY'] as const;
  const [provider, key] = names.map((name) => env[name]?.trim() ?? '') as [string, string];
  if (provider === '' && key === '') return null;
  const [missing, present] = provider === '' ? names : names.toReversed();
  if (provider === '' || key === '') {
    throw new Error(`${missing} is missing: ${present} is set, and a CAPTCHA needs both.`);
  }
  return {
    provider: parse(captchaProvider, names[0], provider),
    siteKey: parse(siteKey, names[1], key),
  };
}

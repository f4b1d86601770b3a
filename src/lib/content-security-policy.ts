/** What a page of this site may load and run. Astro adds the hashes of its own inline parts. */
import type { Config, ErrorReports } from './config.ts';
import type { Captcha } from './domain/sign-in-form.ts';
import { socketAddress } from './domain/socket-address.ts';
import { WORKER_POLICY } from './platform/worker-names.ts';
import { routes } from './routes.ts';

const originOf = (address: string | null) => (address ? [new URL(address).origin] : []);

/** The generator's type knows directives by their names, and rejects a name that is a variable. */
const directive = (name: string, ...sources: string[]) =>
  [name, ...new Set(sources)].join(' ') as `default-src ${string}`;

const TRUSTED_TYPES = [
  directive('require-trusted-types-for', "'script'"),
  // No script turns text into markup or script addresses. The only policy does not either: it returns the
  // worker's address, whatever it is given.
  directive('trusted-types', WORKER_POLICY),
];

/** For Astro's `security.csp`. `frame-ancestors` works only as a header: scripts/hosts/rules.ts. */
export function contentSecurityPolicy(
  { supabaseUrl, vitalsUrl }: Config,
  captcha: Captcha | null = null,
  errorReports: ErrorReports | null = null,
  photoHosts: readonly string[] | null = null,
) {
  const backend = originOf(supabaseUrl);
  const reports = [...originOf(vitalsUrl), ...originOf(errorReports?.url ?? null)];
  return {
    algorithm: 'SHA-256' as const,
    directives: [
      directive('default-src', "'none'"),
      // The site, which is asked whether it is there before a page is loaded again; the backend and its
      // socket, which are this same origin if no other is configured; and where reports are sent.
      directive(
        'connect-src',
        "'self'",
        ...backend,
        ...(supabaseUrl ? [socketAddress(supabaseUrl)] : []),
        ...reports,
      ),
      // Photos and logos can be wherever a store puts them, but never on an unencrypted connection.
      directive(
        'img-src',
        "'self'",
        ...(photoHosts?.map((host) => `https://${host}`) ?? ['https:']),
        ...backend,
      ),
      directive('font-src', "'self'"),
      directive('manifest-src', "'self'"),
      directive('worker-src', "'self'"),
      directive('object-src', "'none'"),
      directive('base-uri', "'none'"),
      directive('form-action', "'self'"),
      // With a CAPTCHA each page adds them, except the one that has it.
      ...(captcha ? [] : TRUSTED_TYPES),
    ],
  };
}

/** As each provider's documentation says. */
const CAPTCHA_HOSTS = {
  turnstile: ['https://challenges.cloudflare.com'],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
} as const;

/**
 * What the till may load and run (src/till): itself, its decoder, which is WebAssembly, and the backend.
 * Its styles and scripts are files; a picture to be read is not part of the page. The till is one page and
 * has the sign-in: a configured CAPTCHA is treated as on /login.
 */
export function tillPolicy(
  { supabaseUrl }: Pick<Config, 'supabaseUrl'>,
  captcha: Captcha | null = null,
): string {
  const hosts = captcha === null ? [] : CAPTCHA_HOSTS[captcha.provider];
  const pageHosts = captcha?.provider === 'hcaptcha' ? hosts : [];
  return [
    directive('default-src', "'none'"),
    directive('script-src', "'self'", "'wasm-unsafe-eval'", ...hosts),
    directive('style-src', "'self'", ...pageHosts),
    directive('connect-src', "'self'", ...originOf(supabaseUrl), ...pageHosts),
    directive('img-src', "'self'"),
    directive('base-uri', "'none'"),
    directive('form-action', "'none'"),
    ...(captcha === null
      ? [directive('require-trusted-types-for', "'script'"), directive('trusted-types', "'none'")]
      : [directive('frame-src', ...hosts)]),
  ].join('; ');
}

interface PagePolicy {
  directives: readonly ReturnType<typeof directive>[];
  scriptSources: readonly string[];
  styleSources: readonly string[];
}

/**
 * What a single page's policy adds if a CAPTCHA is configured: /login lets the provider in and does
 * without Trusted Types, which its script does not support (docs/decisions/captcha.md).
 */
export function pagePolicy(path: string, captcha: Captcha | null): PagePolicy {
  const none = { scriptSources: [], styleSources: [] };
  if (captcha === null) return { ...none, directives: [] };
  if (path !== routes.login.path) return { ...none, directives: TRUSTED_TYPES };
  const hosts = CAPTCHA_HOSTS[captcha.provider];
  const isTurnstile = captcha.provider === 'turnstile';
  return {
    scriptSources: ["'self'", ...hosts],
    styleSources: isTurnstile ? [] : ["'self'", ...hosts],
    directives: [
      directive('frame-src', ...hosts),
      ...(isTurnstile ? [] : [directive('connect-src', ...hosts)]),
    ],
  };
}

/** What a page of this site may load and run. Astro adds the hashes of its own inline parts. */
import type { Config, ErrorReports } from './config.ts';
import type { Captcha } from './domain/sign-in-form.ts';
import { socketAddress } from './domain/socket-address.ts';
import { WORKER_POLICY } from './platform/worker-names.ts';
import { routes } from './routes.ts';

const originOf = (address: string | null) => (address ? [new URL(address).origin] : []);

/** The generator's type knows directives by their names, and a name that is a variable is none. */
const directive = (name: string, ...sources: string[]) =>
  [name, ...new Set(sources)].join(' ') as `default-src ${string}`;

const TRUSTED_TYPES = [
  directive('require-trusted-types-for', "'script'"),
  // No script makes markup or addresses of scripts out of text. The one policy there is makes
  // nothing either: it answers with the worker's address, whatever it is asked.
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
      // The backend and its socket, which are this very origin where no other is configured, and who is
      // reported to.
      directive(
        'connect-src',
        ...(supabaseUrl ? [...backend, socketAddress(supabaseUrl)] : ["'self'"]),
        ...reports,
      ),
      // Photos and logos are wherever a store may put them, but never on an open line.
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
      // With a CAPTCHA each page adds them, but for the one that has it.
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
 * Its styles and scripts are files; a picture that is read is none of the page's. It is one page, which
 * has the sign-in: where a CAPTCHA is configured it is to the till what it is to /login.
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
 * What one page's policy has of its own where a CAPTCHA is configured: /login lets the provider in
 * and does without Trusted Types, which its script does not know (docs/decisions/captcha.md).
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

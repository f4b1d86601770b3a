/** What a page of this site may load and run. Astro adds the hashes of its own inline parts. */
import type { Config } from './config.ts';
import { WORKER_POLICY } from './platform/worker-names.ts';

const originOf = (address: string | null) => (address ? [new URL(address).origin] : []);

/** For Astro's `security.csp`. `frame-ancestors` works only as a header: public/_headers. */
export function contentSecurityPolicy({ supabaseUrl, vitalsUrl }: Config) {
  const backend = originOf(supabaseUrl);
  const directive = (name: string, ...sources: string[]) => [name, ...new Set(sources)].join(' ');
  return {
    algorithm: 'SHA-256' as const,
    directives: [
      directive('default-src', "'none'"),
      // The backend alone, which is this very origin where no other is configured.
      directive('connect-src', ...(supabaseUrl ? backend : ["'self'"]), ...originOf(vitalsUrl)),
      // Photos and logos are wherever a store has put them, but never on an open line.
      directive('img-src', "'self'", 'https:', ...backend),
      directive('font-src', "'self'"),
      directive('manifest-src', "'self'"),
      directive('worker-src', "'self'"),
      directive('object-src', "'none'"),
      directive('base-uri', "'none'"),
      directive('form-action', "'self'"),
      directive('require-trusted-types-for', "'script'"),
      // No script makes markup or addresses of scripts out of text. The one policy there is makes
      // nothing either: it answers with the worker's address, whatever it is asked.
      directive('trusted-types', WORKER_POLICY),
    ],
  };
}

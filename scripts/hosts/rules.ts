/**
 * What every host of the site has to do: the one source of the rules, from which
 * scripts/hosts/files.ts writes each host's file.
 */
import type { RewriteRule } from '../../src/lib/domain/rewrite.ts';
import { routes } from '../../src/lib/routes.ts';

/** The routes whose id is known only at run time: one page each. */
const WITH_ID = [routes.store, routes.viewEvent];

/** @param basePath the path on its host that the site is served under (src/lib/base-path.ts) */
export const rewriteRules = (basePath = ''): RewriteRule[] =>
  WITH_ID.map(({ path }) => ({ below: `${basePath}${path}/`, page: basePath + path }));

export type Headers = Readonly<Record<string, string>>;

/** With every answer. The policy in each page says what it may load; here is what it cannot say. */
export const EVERY_ANSWER = {
  'Content-Security-Policy': "frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy':
    'screen-wake-lock=(self), geolocation=(self), camera=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
} as const satisfies Headers;

/** Names hold hashes: what is in such a file never changes. */
export const HASHED_FILES: Headers = { 'Cache-Control': 'public, max-age=31536000, immutable' };

/** The browser asks for it at every visit; a cache on the way must not hold back a new version. */
export const WORKER: Headers = { 'Cache-Control': 'no-cache' };

/** Pages and all else: revalidated at each visit. Hosts that do so by themselves need not be told. */
export const REVALIDATED: Headers = { 'Cache-Control': 'public, max-age=0, must-revalidate' };

/** With every answer of the till, which has its own origin: the camera is allowed there. */
export const TILL_ANSWER: Headers = {
  ...EVERY_ANSWER,
  'Permissions-Policy':
    'camera=(self), screen-wake-lock=(self), microphone=(), geolocation=(), payment=(), usb=()',
};

export interface HeaderRule {
  path: string;
  headers: Headers;
}

/**
 * The hashed files that were built, or a star for their whole folder. A rule for the folder also
 * applies to the 404 of a missing file, and a browser that has cached one never asks again.
 */
export type HashedNames = readonly string[];
const ALL: HashedNames = ['*'];

const hashedRules = (folder: string, names: HashedNames): HeaderRule[] =>
  names.map((name) => ({ path: `${folder}/${name}`, headers: HASHED_FILES }));

/** The headers by path; a star at the end stands for whatever follows. */
export const headerRules = (basePath = '', hashed = ALL): HeaderRule[] => [
  { path: `${basePath}/*`, headers: EVERY_ANSWER },
  ...hashedRules(`${basePath}/_astro`, hashed),
  { path: `${basePath}/worker.js`, headers: WORKER },
];

/** Those of the till, which is built into the top of its own origin. */
export const tillHeaderRules = (hashed = ALL): HeaderRule[] => [
  { path: '/*', headers: TILL_ANSWER },
  ...hashedRules('/assets', hashed),
];

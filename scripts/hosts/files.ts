/**
 * The rules of scripts/hosts/rules.ts in the format of each host. `npm run hosts` writes those that are
 * kept in deploy/ (a test checks that they are right); the two that belong in the site are written with
 * each build. If `SITE_URL` has a path, nginx.conf is for a site below it.
 */

import { writeFile } from 'node:fs/promises';
import { readSettings } from '../build/settings.ts';
import { asCommand } from '../command.ts';
import {
  EVERY_ANSWER,
  HASHED_FILES,
  type HashedNames,
  type HeaderRule,
  type Headers,
  headerRules,
  REVALIDATED,
  rewriteRules,
  TILL_ANSWER,
  tillHeaderRules,
} from './rules.ts';

const lines = (...parts: string[]) => `${parts.join('\n')}\n`;

/** `_redirects`, as Netlify and Cloudflare read it. */
export const redirectsFile = (basePath = ''): string =>
  lines(...rewriteRules(basePath).map(({ below, page }) => `${below}* ${page} 200`));

/** Cloudflare ignores what comes after these. */
const MOST_RULES = 100;

function headerLines(rules: readonly HeaderRule[]): string {
  if (rules.length > MOST_RULES) {
    throw new Error(`_headers has ${rules.length} rules, and Cloudflare reads ${MOST_RULES}.`);
  }
  return lines(
    ...rules.flatMap(({ path, headers }) => [
      path,
      ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
    ]),
  );
}

/** `_headers`, as Netlify and Cloudflare read it. */
export const headersFile = (basePath?: string, hashed?: HashedNames): string =>
  headerLines(headerRules(basePath, hashed));

export const tillHeadersFile = (hashed?: HashedNames): string =>
  headerLines(tillHeaderRules(hashed));

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

const vercelHeaders = ({ path, headers }: HeaderRule) => ({
  source: path.replace('*', '(.*)'),
  headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
});

/** vercel.json of the till, inside its build: it is put online as a folder of files. */
export const tillVercelFile = (hashed?: HashedNames): string =>
  json({ headers: tillHeaderRules(hashed).map(vercelHeaders) });

/** vercel.json, for a Vercel that builds the site. */
export const vercelFile = (): string =>
  json({
    $schema: 'https://openapi.vercel.sh/vercel.json',
    framework: null,
    buildCommand: 'npm run build',
    outputDirectory: 'dist',
    cleanUrls: true,
    trailingSlash: false,
    rewrites: rewriteRules().map(({ below, page }) => ({
      source: `${below}:id*`,
      destination: page,
    })),
    headers: headerRules().map(vercelHeaders),
  });

/** `always`: with a 404 too, which must never be kept for good. */
const nginxHeaders = (headers: Headers) =>
  Object.entries(headers).map(
    ([name, value]) =>
      `add_header ${name} "${value}"${value === HASHED_FILES[name] ? '' : ' always'};`,
  );

const block = (location: string, ...inner: string[]) => [
  `location ${location} {`,
  ...inner.map((line) => `  ${line}`),
  '}',
];

/** What holds for a whole server block. A location that adds one header inherits none of these. */
const nginxServer = (headers: Headers) => [
  ...nginxHeaders({ ...headers, ...REVALIDATED }),
  // A proxy before nginx may have the name, the port and the https that people see.
  'absolute_redirect off;',
  'charset utf-8;',
  'charset_types text/css text/plain text/xml application/javascript text/javascript application/json image/svg+xml;',
  'gzip on;',
  // Its own level, 1, makes the code a sixth heavier.
  'gzip_comp_level 5;',
  'gzip_vary on;',
  'gzip_types text/css text/javascript application/javascript application/json application/manifest+json application/wasm image/svg+xml text/plain text/xml;',
];

/**
 * nginx.conf: for a server block whose `root` is the built site, or the folder that holds it under
 * its path.
 */
export const nginxFile = (basePath = ''): string =>
  lines(
    ...nginxServer(EVERY_ANSWER),
    `error_page 404 ${basePath}/404.html;`,
    // Pages are named after their route: /home is home.html, and has no other spelling. No other character
    // is redirected: browsers take a backslash for a slash, and two of those for another host.
    ...block(
      `${basePath}/`,
      'rewrite "^((?:/[\\w.~-]+)+)/$" $1 permanent;',
      'try_files $uri $uri.html =404;',
    ),
    ...block(`= ${basePath}/`, `try_files ${basePath}/index.html =404;`),
    ...rewriteRules(basePath).flatMap(({ below, page }) =>
      block(below, `try_files ${page}.html =404;`),
    ),
    ...headerRules(basePath).flatMap(({ path, headers }) =>
      path === `${basePath}/*`
        ? []
        : block(
            path.endsWith('*') ? path.slice(0, -1) : `= ${path}`,
            ...nginxHeaders({ ...EVERY_ANSWER, ...headers }),
          ),
    ),
    ...block(
      `= ${basePath}/manifest.webmanifest`,
      'types {}',
      'default_type application/manifest+json;',
    ),
  );

/** nginx-till.conf: for the till's own server block, whose `root` is the built till. */
export const tillNginxFile = (): string =>
  lines(
    ...nginxServer(TILL_ANSWER),
    ...block('/assets/', ...nginxHeaders({ ...TILL_ANSWER, ...HASHED_FILES })),
  );

const FILES: Readonly<Record<string, () => string>> = {
  'vercel.json': vercelFile,
  'nginx.conf': () => nginxFile(readSettings().basePath),
  'nginx-till.conf': tillNginxFile,
};

await asCommand(import.meta.main, async () => {
  for (const [name, write] of Object.entries(FILES)) await writeFile(`deploy/${name}`, write());
});

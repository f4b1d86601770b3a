/**
 * Finishes the built site after Astro. Each page keeps only the styles and icons
 * that can show there, and names early the scripts its islands start with (scripts/build/page). Its
 * Content-Security-Policy gets the hashes of what the page itself holds, and moves to directly
 * after the charset: Astro writes it near the end of the head, and a policy in the page does not
 * govern what comes before it. `_headers` and `_redirects` go next to the pages, for the hosts that
 * read them.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { namesBelow } from '../command.ts';
import { headersFile, redirectsFile } from '../hosts/files.ts';
import {
  asksForLaterStyles,
  firstScripts,
  laterStyles,
  withLaterStyles,
} from './page/later-styles.ts';
import {
  propertiesOf,
  shortProperties,
  withIconsUsed,
  withShortProperties,
  withShortScopes,
  withShortShapes,
} from './page/markup.ts';
import {
  type ReadBuilt,
  reachableScripts,
  withDirectIslands,
  withLaterCode,
  withoutOwnRuntime,
  withPreloads,
  withShortScripts,
} from './page/modules.ts';
import { withOneStyle } from './page/styles.ts';

const CHARSET = /<meta charset="?utf-8"?\s*\/?>/i;
const POLICY = /<meta http-equiv="?content-security-policy"?[^>]*>/gi;
/** A script whose text is in the page: neither a separate file nor data. */
const INLINE_SCRIPT =
  /<script(?![^>]*\ssrc=)(?![^>]*\stype="?application\/)[^>]*>([\s\S]*?)<\/script>/g;

const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g;
const HASH = /^'sha\d+-/;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * The policy with the hashes of what the page itself holds, and no others: Astro writes those of
 * the whole site's styles into every page, and none for our own scripts.
 */
function withHashes(policy: string, html: string): string {
  const inline = { 'script-src': INLINE_SCRIPT, 'style-src': INLINE_STYLE };
  return Object.entries(inline).reduce(
    (text, [name, pattern]) => {
      const hashes = new Set([...html.matchAll(pattern)].map(([, part]) => hashOf(part ?? '')));
      return text.replace(new RegExp(`${name} ([^;"]*)`), (_, sources: string) => {
        const otherSources = sources
          .split(/\s+/)
          .filter((source) => source !== '' && !HASH.test(source));
        return [name, ...hashes, ...otherSources].join(' ');
      });
    },
    policy.replaceAll('&#39;', "'"),
  );
}

/** The page with its one policy, complete, right after the charset; throws when it has none. */
export function withPolicyFirst(html: string, file: string): string {
  const [policy, ...others] = html.match(POLICY) ?? [];
  if (!policy || others.length > 0) throw new Error(`${file} must have exactly one policy.`);
  const rest = html.replace(POLICY, '');
  if (!CHARSET.test(rest)) throw new Error(`${file} has no charset to put the policy behind.`);
  return rest.replace(CHARSET, (charset) => charset + withHashes(policy, rest));
}

const withOwnStart = (page: string, read: ReadBuilt) =>
  withoutOwnRuntime(withShortScripts(withDirectIslands(page, read), read), read);

/**
 * A page as it is shipped.
 *
 * @param file its name, for error messages
 * @param later the styles that it need not include, and their path
 */
export function finishPage(
  page: string,
  file: string,
  read: ReadBuilt,
  later?: { css: string; path: string },
): string {
  const started = withOwnStart(page, read);
  const scripts = [...reachableScripts(started, read).values()].join('\n');
  const split = later && asksForLaterStyles(started) ? later : undefined;
  const styled = withOneStyle(started, split ? firstScripts(started, read) : scripts, split?.css);
  const linked = split ? withLaterStyles(styled, split.path) : styled;
  const lean = withShortShapes(withIconsUsed(linked, scripts, file));
  const short = withShortProperties(withShortScopes(lean), scripts, propertiesOf(split?.css ?? ''));
  return withPolicyFirst(withLaterCode(withPreloads(short, read)), file);
}

/** Writes them next to the pages; returns the path from the site's root. */
function writeLaterStyles(folder: string, css: string): string {
  const short = shortProperties(css, propertiesOf(css));
  const hash = createHash('sha256').update(short).digest('hex').slice(0, 8);
  const path = `/_astro/later.${hash}.css`;
  writeFileSync(join(folder, path), short);
  return path;
}

/** Scripts that neither a page nor another script names any more. */
function removeUnreachable(folder: string, pages: readonly string[], read: ReadBuilt): void {
  const needed = new Set(pages.flatMap((html) => [...reachableScripts(html, read).keys()]));
  for (const file of globSync('_astro/*.js', { cwd: folder })) {
    if (!needed.has(`/${file.split(sep).join('/')}`)) rmSync(join(folder, file));
  }
}

/** Browsers resolve an id against the host alone, where other apps may be. */
function writeManifest(folder: string, basePath: string): void {
  const file = join(folder, 'manifest.webmanifest');
  const manifest = readFileSync(file, 'utf8').replace('"id": "./"', `"id": "${basePath}/"`);
  writeFileSync(file, manifest);
}

export async function finishPages(folder: string, basePath: string): Promise<void> {
  const files = globSync('**/*.html', { cwd: folder });
  const read: ReadBuilt = (path) => {
    const file = join(folder, path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  };
  const built = files.map((file) => ({ file, page: readFileSync(join(folder, file), 'utf8') }));
  const css = laterStyles(
    built.map(({ page }) => withOwnStart(page, read)),
    read,
  );
  const later = { css, path: basePath + writeLaterStyles(folder, css) };
  const pages = built.map(({ file, page }) => {
    const html = finishPage(page, file, read, later);
    writeFileSync(join(folder, file), html);
    return html;
  });
  removeUnreachable(folder, pages, read);
  writeManifest(folder, basePath);
  const hashed = await namesBelow(join(folder, '_astro'));
  writeFileSync(join(folder, '_headers'), headersFile(basePath, hashed));
  writeFileSync(join(folder, '_redirects'), redirectsFile(basePath));
}

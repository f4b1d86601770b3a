/** What the service worker keeps of a built site: pages, except those excluded, and the files their screens need. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { namesBelow } from '../command.ts';

export interface PrecachedFile {
  /** The address that pages use for it: clean, from the root. */
  url: string;
  /** null if the address itself changes with the contents. */
  revision: string | null;
  integrity: string;
  /** Its size on the device. */
  bytes: number;
}

const PRECACHED = /^(.+\.html|_astro\/.+|placeholder\/.+|icon\.svg|site-code\.svg)$/;
/**
 * The 404 page has no address at which hosts serve it; reporting needs a network; a browser with a
 * worker is past the splash and the pages that say what Stampcard is, who takes part, where to get it and
 * by which rules; a calendar file, reminders and what is kept about a person can wait until it is online;
 * what a project of five tables lacks, or that a clock is slow, shows in a backend's answers.
 */
const EXCLUDED =
  /^((404|index|customers|download|privacy-policy|promos|stores|terms-of-service)\.html|_astro\/(calendar-file|clock-lag|five-tables|live|MyData|push-stand-in|ReminderOffer|reminders|report-\w+|schema-gap|store-name|StoresScreen)\..+)$/;

/** '/home' for home.html, as every host serves it (astro.config.mjs, `trailingSlash`). */
const addressOf = (file: string, basePath: string) => `${basePath}/${file.replace(/\.html$/, '')}`;

/** @param folder the finished site: a file that is changed afterwards is no longer cached */
export async function precachedFiles(folder: string, basePath = ''): Promise<PrecachedFile[]> {
  const names = await namesBelow(folder);
  return Promise.all(
    names
      .filter((name) => PRECACHED.test(name) && !EXCLUDED.test(name))
      .map(async (name) => {
        const bytes = await readFile(`${folder}/${name}`);
        const hash = createHash('sha256').update(bytes).digest('base64');
        return {
          url: addressOf(name, basePath),
          revision: name.startsWith('_astro/') ? null : hash.slice(0, 12),
          integrity: `sha256-${hash}`,
          bytes: bytes.byteLength,
        };
      }),
  );
}

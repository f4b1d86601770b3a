/** The files of a built site, as hosts have them that are played here: by their address, whole. */
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { filesBelow } from '../../scripts/command.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
};

export interface Files {
  /** The address of the file that answers a path without a rule: /home.html for /home. */
  find(path: string): string | null;
  answer(file: string, status: number, headers: Iterable<[string, string]>): Response;
}

/** Read once. */
export async function readFiles(folder: string): Promise<Files> {
  const paths = new Set((await filesBelow(folder)).map((file) => file.slice(folder.length)));
  return {
    find: (path) =>
      [path, `${path}.html`, `${path.replace(/\/$/, '')}/index.html`].find((file) =>
        paths.has(file),
      ) ?? null,
    answer: (file, status, headers) => {
      const sent = new Headers({
        'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      });
      for (const [name, value] of headers) sent.set(name, value);
      return new Response(readFileSync(join(folder, file)), { status, headers: sent });
    },
  };
}

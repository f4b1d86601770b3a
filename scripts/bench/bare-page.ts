/** A baseline for measuring other pages: the best that the server and the machine can do. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createStaticSite, type Handler } from '../server/static-site.ts';

export const BARE = '/bare';
const BARE_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bare</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="A heading and a paragraph.">
<link rel="stylesheet" href="/bare.css"></head>
<body><main><h1>Bare</h1><p>A heading and a paragraph, and nothing else.</p></main></body></html>`;
const BARE_STYLE = 'body { font: 16px/1.5 sans-serif; margin: 2rem; color: #222 }';

/**
 * The site, plus the bare page.
 *
 * @param folder an empty one, for its files
 */
export async function withBarePage(site: Handler, folder: string): Promise<Handler> {
  await writeFile(join(folder, 'bare.html'), BARE_PAGE);
  await writeFile(join(folder, 'bare.css'), BARE_STYLE);
  const bare = await createStaticSite(folder);
  return (request) => (new URL(request.url).pathname.startsWith(BARE) ? bare : site)(request);
}

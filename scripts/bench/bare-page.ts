/** A page of one heading and one stylesheet: what this server and this machine can do at best. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createStaticSite, type Handler } from '../server/static-site.ts';

export const BARE = '/bare';

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bare</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="A heading and a paragraph.">
<link rel="stylesheet" href="/bare.css"></head>
<body><main><h1>Bare</h1><p>A heading and a paragraph, and nothing else.</p></main></body></html>`;
const STYLE = 'body { font: 16px/1.5 sans-serif; margin: 2rem; color: #222 }';

/** The site, and beside it the bare page. */
export async function withBarePage(site: Handler): Promise<Handler> {
  const folder = await mkdtemp(join(tmpdir(), 'stampcard-bare-'));
  await writeFile(join(folder, 'bare.html'), PAGE);
  await writeFile(join(folder, 'bare.css'), STYLE);
  const bare = await createStaticSite(folder);
  await rm(folder, { recursive: true });
  return (request) => (new URL(request.url).pathname.startsWith(BARE) ? bare : site)(request);
}

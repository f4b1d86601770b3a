/** A baseline for measuring other pages: the best that the server and the machine can do. */
import type { Handler } from '../server/static-site.ts';

export const BARE = '/bare';
const BARE_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bare</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="A heading and a paragraph.">
<link rel="stylesheet" href="/bare.css"></head>
<body><main><h1>Bare</h1><p>A heading and a paragraph, and nothing else.</p></main></body></html>`;
const BARE_STYLE = 'body { font: 16px/1.5 sans-serif; margin: 2rem; color: #222 }';

const answer = (body: string, type: string) =>
  new Response(body, { headers: { 'content-type': `${type}; charset=utf-8` } });

/** The site, plus the bare page. */
export const withBarePage =
  (site: Handler): Handler =>
  async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === BARE) return answer(BARE_PAGE, 'text/html');
    return pathname === `${BARE}.css` ? answer(BARE_STYLE, 'text/css') : site(request);
  };

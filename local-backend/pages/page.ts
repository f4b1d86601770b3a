import type { Database } from '../database.ts';
import type { Mailbox } from '../mailbox.ts';
import type { BackendOptions } from '../options.ts';
import type { PushService } from '../push-service.ts';

/** Escapes any text for use between tags and in attributes. */
export function html(text: unknown): string {
  return String(text ?? '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** A page of the local stand-ins: plain HTML, readable on a phone. `body` is HTML. */
export function page(title: string, body: string, scripts: readonly string[] = []): Response {
  const content = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${html(title)} – Stampcard, local</title>
<link rel="stylesheet" href="/local/page.css">
</head>
<body>
<p class="ribbon">Local stand-in. <a href="/local">What is this?</a></p>
<main>
<h1>${html(title)}</h1>
${body}
</main>
${scripts.map((src) => `<script type="module" src="${html(src)}"></script>`).join('\n')}
</body>
</html>`;
  return new Response(content, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; frame-ancestors 'none'",
    },
  });
}

export function file(content: string, type: string): Response {
  return new Response(content, {
    headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' },
  });
}

/** What the local pages need. */
export interface LocalParts extends Pick<BackendOptions, 'origin'> {
  database: Pick<Database, 'query'>;
  mailbox: Mailbox;
  pushService: PushService;
  /** Sends the reminders that are due. */
  remind(): Promise<void>;
  /** The backend without the front. */
  forward(request: Request): Promise<Response>;
  reset(): Promise<void>;
}

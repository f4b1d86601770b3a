import { readFile } from 'node:fs/promises';
import { createCounterPages } from '../counter/pages.ts';
import { googlePage } from './google-page.ts';
import { indexPage } from './index-page.ts';
import { mailboxPage } from './mailbox-page.ts';
import { file } from './page.ts';
import type { LocalParts } from './parts.ts';
import { phonePage } from './phone-page.ts';

/** Everything under /local: pages that stand in for what is outside the product. */
export function createLocalPages(parts: LocalParts) {
  const counter = createCounterPages(parts);
  return async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const path = url.pathname.replace(/\/$/, '');
    if (path === '/local/counter' || path.startsWith('/local/counter/')) {
      return (await counter(request, path)) ?? notFound();
    }
    switch (path) {
      case '/local':
        return indexPage();
      case '/local/page.css':
        return file(await readFile(new URL('page.css', import.meta.url), 'utf8'), 'text/css');
      case '/local/google':
        return googlePage(request);
      case '/local/mailbox':
        return mailboxPage(parts.mailbox, url.searchParams.get('to'));
      case '/local/mail.json':
        return Response.json(parts.mailbox.to(url.searchParams.get('to') ?? ''));
      case '/local/phone':
        // The schedule of this machine: what is due comes when somebody looks.
        await parts.remind();
        return phonePage(parts.pushService);
      case '/local/phone.json':
        await parts.remind();
        return Response.json(parts.pushService.all());
      case '/local/push':
        return request.method === 'POST'
          ? Response.json(parts.pushService.subscribe())
          : notFound();
      case '/local/reset':
        return resetAll(request, parts);
      default:
        return notFound();
    }
  };
}

const notFound = () => new Response('There is no such page here.', { status: 404 });

async function resetAll(request: Request, parts: LocalParts): Promise<Response> {
  if (request.method !== 'POST') {
    return new Response('Send a POST.', { status: 405, headers: { allow: 'POST' } });
  }
  await parts.reset();
  return request.headers.get('accept')?.includes('text/html')
    ? new Response(null, { status: 303, headers: { location: '/local' } })
    : new Response(null, { status: 204 });
}

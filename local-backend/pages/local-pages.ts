import { readFile } from 'node:fs/promises';
import { createCounterPages } from '../counter/pages.ts';
import type { Mail, Mailbox } from '../mailbox.ts';
import { customers, type DemoPerson, members } from '../people.ts';
import type { Pushed, PushService } from '../push-service.ts';
import { googlePage } from './google-page.ts';
import { file, html, type LocalParts, page } from './page.ts';

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

/** The entry page: the people to sign in as, and links to the stand-ins. */
function indexPage(): Response {
  return page(
    'Stampcard on this machine',
    `<ul class="links">
<li><a href="/">The app</a></li>
<li><a href="/local/counter">Store counter</a>: scan a customer's code</li>
<li><a href="/local/mailbox">Mailbox</a>: the codes the app sends</li>
<li><a href="/local/phone">The phone’s notifications</a>: what it is reminded of</li>
</ul>
<h2>Customers you can be</h2>
${list(customers)}
<h2>People at the stores</h2>
${list(members)}
<form method="post" action="/local/reset"><button>Start over with fresh data</button></form>`,
  );
}

function list(people: readonly DemoPerson[]): string {
  const items = people.map(
    ({ name, email, story }) =>
      `<li><strong>${html(name)}</strong>, ${html(story)}<br><code>${html(email)}</code></li>`,
  );
  return `<ul class="people">${items.join('')}</ul>`;
}

/** The mails that the backend sent, newest first. */
function mailboxPage(mailbox: Mailbox, to: string | null): Response {
  const mails = (to ? mailbox.to(to) : mailbox.all()).toReversed();
  return page(
    'Mailbox',
    `<form>
<label for="to">Only mail to</label>
<input id="to" name="to" type="email" value="${html(to)}">
<button>Show</button>
</form>
${mails.length > 0 ? mails.map(mailArticle).join('') : '<p>Nothing here yet. Ask the app for a login code.</p>'}`,
  );
}

function mailArticle({ to, code, text, at }: Mail): string {
  const time = new Date(at).toISOString();
  return `<article>
<p>To <strong>${html(to)}</strong> at <time datetime="${time}">${time.slice(11, 19)} UTC</time></p>
<p class="code">${html(code)}</p>
<p>${html(text)}</p>
</article>`;
}

/** What the phones of the demo were told, newest first. A tap leads to where a tap there does. */
function phonePage(pushService: PushService): Response {
  const pushed = pushService.all().toReversed();
  return page(
    'The phone’s notifications',
    pushed.length > 0
      ? pushed.map(pushArticle).join('')
      : `<p>Nothing here yet. Turn notifications on in <a href="/profile">the profile</a>, then get
stamps at the <a href="/local/counter">store counter</a> until a card is full, and come back.</p>`,
  );
}

function pushArticle({ at, message: { notification, app_badge } }: Pushed): string {
  const time = new Date(at).toISOString();
  return `<article>
<p><a href="${html(notification.navigate)}"><strong>${html(notification.title)}</strong></a>
at <time datetime="${time}">${time.slice(11, 19)} UTC</time></p>
<p>${html(notification.body)}</p>
<p>Badge: ${html(app_badge)}</p>
</article>`;
}

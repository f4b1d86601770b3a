import { readFile } from 'node:fs/promises';
import { createCounterPages } from '../counter/pages.ts';
import type { Mail, Mailbox } from '../mailbox.ts';
import { customers, type DemoPerson, members } from '../people.ts';
import type { Pushed, PushService } from '../push-service.ts';
import { consent, googleId } from '../shims/google.ts';
import { file, html, type LocalParts, page } from './page.ts';

/** Everything under /local: pages that stand in for what is outside the product. */
export function createLocalPages(parts: LocalParts) {
  const counter = createCounterPages(parts);
  return async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const path = url.pathname.replace(/\/$/, '');
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
        // This machine's schedule: what is due is sent when somebody looks.
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
        return (await counter(request, path)) ?? notFound();
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
    ? redirectTo('/local')
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

function timeOf(at: number): string {
  const time = new Date(at).toISOString();
  return `<time datetime="${time}">${time.slice(11, 19)} UTC</time>`;
}

const mailArticle = ({ to, code, text, at }: Mail) => `<article>
<p>To <strong>${html(to)}</strong> at ${timeOf(at)}</p>
<p class="code">${html(code)}</p>
<p>${html(text)}</p>
</article>`;

/** The notifications on the demo's phones, newest first. A tap leads where a tap there does. */
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

const pushArticle = ({ at, message: { notification, app_badge } }: Pushed) => `<article>
<p><a href="${html(notification.navigate)}"><strong>${html(notification.title)}</strong></a>
at ${timeOf(at)}</p>
<p>${html(notification.body)}</p>
<p>Badge: ${html(app_badge)}</p>
</article>`;

/**
 * Stands in for Google's consent page: choose an account or deny, and return to the app. `unverified`,
 * which has no field on the page, makes the account's address one that Google has not verified.
 */
async function googlePage(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  if (request.method !== 'POST') {
    return chooser(query);
  }
  const form = await request.formData();
  const back = new URL(query.get('redirect_uri') || '/auth/v1/callback', request.url);
  back.searchParams.set('state', query.get('state') ?? '');
  if (form.has('deny')) {
    back.searchParams.set('error', 'access_denied');
    return redirectTo(back.href);
  }
  const typed = (field: string) => String(form.get(field) ?? '').trim();
  const email = typed('email');
  const firstEmail = typed('first-email') || email;
  const known = [...customers, ...members].find(({ email: theirs }) => theirs === firstEmail);
  const name = known?.name ?? typed('name');
  if (!name || !/^\S+@\S+\.\S+$/.test(email)) {
    return chooser(query, 'Please type a name and an email address.');
  }
  const account = { id: googleId(firstEmail), name, email, isVerified: !form.has('unverified') };
  back.searchParams.set('code', consent(account));
  return redirectTo(back.href);
}

const redirectTo = (location: string) => new Response(null, { status: 303, headers: { location } });

function chooser(query: URLSearchParams, problem?: string): Response {
  const action = html(`/local/google?${query}`);
  const choices = customers.map(
    ({ name, email, story }) => `<li><form method="post" action="${action}">
<input type="hidden" name="email" value="${html(email)}">
<button class="choice"><strong>${html(name)}</strong> <span>${html(story)}</span></button>
</form></li>`,
  );
  return page(
    'Choose an account',
    `<p>This stands in for Google. The app asks for your name and email address.</p>
${problem ? `<p class="problem" role="alert">${html(problem)}</p>` : ''}
<ul class="choices">${choices.join('')}</ul>
<h2>Somebody new</h2>
<form method="post" action="${action}">
<label for="name">Name</label><input id="name" name="name" autocomplete="off" required>
<label for="email">Email</label><input id="email" name="email" type="email" autocomplete="off" required>
<details><summary>An account whose address has changed</summary>
<label for="first-email">Its first address</label><input id="first-email" name="first-email" type="email" autocomplete="off">
</details>
<button>Continue</button>
</form>
<form method="post" action="${action}"><button name="deny" value="1" class="plain">Deny</button></form>`,
  );
}

import type { Mail, Mailbox } from '../mailbox.ts';
import { html, page } from './page.ts';

/** The mails that the backend sent, newest first. */
export function mailboxPage(mailbox: Mailbox, to: string | null): Response {
  const mails = (to ? mailbox.to(to) : mailbox.all()).toReversed();
  return page(
    'Mailbox',
    `<form>
<label for="to">Only mail to</label>
<input id="to" name="to" type="email" value="${html(to)}">
<button>Show</button>
</form>
${mails.length > 0 ? mails.map(article).join('') : '<p>Nothing here yet. Ask the app for a login code.</p>'}`,
  );
}

function article({ to, code, text, at }: Mail): string {
  const time = new Date(at).toISOString();
  return `<article>
<p>To <strong>${html(to)}</strong> at <time datetime="${time}">${time.slice(11, 19)} UTC</time></p>
<p class="code">${html(code)}</p>
<p>${html(text)}</p>
</article>`;
}

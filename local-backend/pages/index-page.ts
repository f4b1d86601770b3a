import { customers, type DemoPerson, members } from '../people.ts';
import { html, page } from './page.ts';

/** The entry page: the people to sign in as, and links to the stand-ins. */
export function indexPage(): Response {
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

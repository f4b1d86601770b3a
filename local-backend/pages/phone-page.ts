import type { Pushed, PushService } from '../push-service.ts';
import { html, page } from './page.ts';

/** What the phones of the demo were told, newest first. A tap leads to where a tap there does. */
export function phonePage(pushService: PushService): Response {
  const pushed = pushService.all().toReversed();
  return page(
    'The phone’s notifications',
    pushed.length > 0
      ? pushed.map(article).join('')
      : `<p>Nothing here yet. Turn notifications on in <a href="/profile">the profile</a>, then get
stamps at the <a href="/local/counter">store counter</a> until a card is full, and come back.</p>`,
  );
}

function article({ at, message: { notification, app_badge } }: Pushed): string {
  const time = new Date(at).toISOString();
  return `<article>
<p><a href="${html(notification.navigate)}"><strong>${html(notification.title)}</strong></a>
at <time datetime="${time}">${time.slice(11, 19)} UTC</time></p>
<p>${html(notification.body)}</p>
<p>Badge: ${html(app_badge)}</p>
</article>`;
}

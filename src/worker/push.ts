/** The phone's notifications (supabase/functions/notify/message.ts): shown unless a wallet is looked at. */
import { BASE_PATH } from '../lib/base-path.ts';
import { screenAt } from '../lib/screens.ts';

declare const self: ServiceWorkerGlobalScope;

/** The compiler's lib does not know badges. */
const badges = () => self.navigator as { setAppBadge?: (count: number) => Promise<void> };

interface Notice {
  title: string;
  body: string;
  tag: string;
  icon: string;
  navigate: string;
}

/** Null if it is not one of our messages. */
function read(data: PushMessageData | null): { notice: Notice; badge: number } | null {
  try {
    const { web_push, notification, app_badge } = data?.json() ?? {};
    if (web_push !== 8030 || typeof notification?.title !== 'string') return null;
    return { notice: notification, badge: Number(app_badge) || 0 };
  } catch {
    return null;
  }
}

/** A page of this site: others may be on the same host. */
const isOurs = (address: string): boolean =>
  address.startsWith(`${self.location.origin}${BASE_PATH}/`);

async function isInView(): Promise<boolean> {
  const all = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return all.some(
    // Only its screens read again what a till has done: no other page here shows any of it.
    ({ url, visibilityState }) =>
      visibilityState === 'visible' && screenAt(new URL(url).pathname) !== null,
  );
}

/** Safari ends a subscription after three messages that were not shown, whatever is in view. */
const hasToShow = (): boolean => !/Chrome|Firefox/.test(self.navigator.userAgent);

export async function showPushed(data: PushMessageData | null): Promise<void> {
  const message = read(data);
  if (message === null) return;
  const { notice, badge } = message;
  await badges()
    .setAppBadge?.(badge)
    .catch(() => undefined);
  if (!hasToShow() && (await isInView())) return;
  const { title, body, tag, icon, navigate } = notice;
  await self.registration.showNotification(title, { body, tag, icon, data: navigate });
}

/** Where a tap leads: a page of this site, whatever the message says. */
function addressOf(navigate: unknown): string {
  const home = `${self.location.origin}${BASE_PATH}/home`;
  try {
    const { href } = new URL(String(navigate), home);
    return isOurs(href) ? href : home;
  } catch {
    return home;
  }
}

/** How long the wallet may take to answer: a browser lets a tap open a tab for a second. */
const ANSWER_MS = 500;

/** The wallet changes its screen by itself (src/scripts/change-screens.ts); other pages do not answer. */
const changesScreen = (open: WindowClient, address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    open.postMessage({ address }, [port2]);
    setTimeout(() => resolve(false), ANSWER_MS);
  });

/** In a tab that is open, else in a new one. */
export async function openTapped(notification: Notification): Promise<void> {
  notification.close();
  const address = addressOf(notification.data);
  const [open] = await self.clients.matchAll({ type: 'window' });
  // A browser refuses it without a real tap; the page changes anyway.
  await open?.focus().catch(() => undefined);
  const isThere =
    open &&
    ((await changesScreen(open, address)) || (await open.navigate(address).catch(() => null)));
  if (!isThere) await self.clients.openWindow(address);
}

/** This browser's subscription to push messages, for people who want reminders here. Loaded on demand. */
import type { Stop } from './interface.ts';
import { withTimeout } from './with-timeout.ts';

export interface Subscription {
  endpoint: string;
  publicKey: string;
  authSecret: string;
}

export type PushSupport =
  | 'possible'
  /** iOS sends notifications only for what is on its home screen. */
  | 'install-first'
  /** A frame may not ask. */
  | 'framed'
  | 'refused'
  | 'none';

/** What is possible here, before anybody is asked. */
export function pushSupport(): PushSupport {
  if (window.top !== window) return 'framed';
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    return 'standalone' in navigator && navigator.standalone === false ? 'install-first' : 'none';
  }
  return Notification.permission === 'denied' ? 'refused' : 'possible';
}

/** Whether subscribing needs no question. */
export const isPushAllowed = (): boolean =>
  pushSupport() === 'possible' && Notification.permission === 'granted';

/** Some browsers show their settings over the page, which then hears about nothing else. */
export function onPermissionChange(changed: () => void): Stop {
  const stopped = new AbortController();
  void navigator.permissions?.query({ name: 'notifications' }).then(
    (status) => status.addEventListener('change', changed, { signal: stopped.signal }),
    () => undefined,
  );
  return () => stopped.abort();
}

/** What is asked of a browser's PushManager. */
export interface PushService {
  getSubscription(): Promise<PushSubscription | null>;
  subscribe(options: PushSubscriptionOptionsInit): Promise<PushSubscription>;
}

/** A worker that was never installed never gets ready; some browsers wait forever for their push service. */
const WAIT_MS = 10_000;

async function serviceOf(worker: ServiceWorkerRegistration): Promise<PushService> {
  return import.meta.env.LOCAL_PUSH
    ? (await import('./push-stand-in.ts')).pushStandIn
    : worker.pushManager;
}

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
    sign.charCodeAt(0),
  );

const read = (subscription: PushSubscription): Subscription => {
  const { endpoint, keys = {} } = subscription.toJSON();
  return { endpoint: endpoint ?? '', publicKey: keys.p256dh ?? '', authSecret: keys.auth ?? '' };
};

const isOfKey = ({ options }: PushSubscription, serverKey: string): boolean =>
  options.applicationServerKey === null || base64url(options.applicationServerKey) === serverKey;

/** Does not wait for a worker: without one there is no subscription. */
async function present(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration();
  return worker ? (await serviceOf(worker)).getSubscription() : null;
}

/** What this browser has; null if it has none. */
export async function currentSubscription(): Promise<Subscription | null> {
  if (pushSupport() !== 'possible') return null;
  const found = await present();
  return found && read(found);
}

/** Asks, and subscribes. Null if the answer was no. */
export async function subscribe(serverKey: string): Promise<Subscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const push = await serviceOf(await withTimeout(navigator.serviceWorker.ready, WAIT_MS));
  const earlier = await push.getSubscription();
  // The project's key has changed: a subscription with the old one is useless.
  if (earlier && !isOfKey(earlier, serverKey)) await earlier.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(serverKey) };
  return read(await withTimeout(push.subscribe(options), WAIT_MS));
}

export async function unsubscribe(): Promise<void> {
  await (await present())?.unsubscribe();
}

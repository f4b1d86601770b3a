/**
 * Replaces the browser's push service if the backend is on this machine, which sends nothing anywhere
 * else: local-backend/push-service.ts makes the subscription. No hosted build has this.
 */
import type { PushService } from './push.ts';
import { localPush } from './storage-keys.ts';

function standIn(json: PushSubscriptionJSON): PushSubscription {
  return {
    ...json,
    options: { applicationServerKey: null, userVisibleOnly: true },
    toJSON: () => json,
    unsubscribe: async () => {
      localStorage.removeItem(localPush);
      return true;
    },
  } as PushSubscription;
}

async function getSubscription(): Promise<PushSubscription | null> {
  const kept = localStorage.getItem(localPush);
  return kept === null ? null : standIn(JSON.parse(kept));
}

export const pushStandIn: PushService = {
  getSubscription,
  async subscribe() {
    const present = await getSubscription();
    if (present) return present;
    const response = await fetch('/local/push', { method: 'POST' });
    if (!response.ok) throw new Error(`The stand-in answers ${response.status}.`);
    const json = await response.json();
    localStorage.setItem(localPush, JSON.stringify(json));
    return standIn(json);
  },
};

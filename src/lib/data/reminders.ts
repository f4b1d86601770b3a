/** What the backend knows about this phone. Each call carries the token of the person whose screen asks. */
import { reminderTexts } from '#text/reminders.ts';
import type { Id } from '../domain/entities.ts';
import { isReminderKind, type ReminderKind } from '../domain/reminders.ts';
import type { Row } from '../domain/row.ts';
import type { Subscription } from '../platform/push.ts';
import { requestFunctionRows } from './capabilities.ts';
import { backendOf } from './my-data.ts';
import { requestAsPerson } from './request.ts';

export interface PushDevice {
  /** The key for new subscriptions. */
  serverKey: string;
  /** What it is notified about; null if it is not the person's. */
  kinds: ReminderKind[] | null;
}

/** Null if the backend reminds nobody. */
export async function pushDevice(userId: Id, endpoint: string | null): Promise<PushDevice | null> {
  const rows = await requestFunctionRows('push_device', reminderTexts.load, (signal) =>
    backendOf(userId)
      .rpc('push_device', endpoint === null ? {} : { endpoint })
      .abortSignal(signal),
  );
  const [row] = (rows ?? []) as Row[];
  if (typeof row?.server_key !== 'string') return null;
  const { server_key: serverKey, kinds } = row;
  return { serverKey, kinds: Array.isArray(kinds) ? kinds.filter(isReminderKind) : null };
}

export async function savePushDevice(
  userId: Id,
  { endpoint, publicKey, authSecret }: Subscription,
  kinds: readonly ReminderKind[],
): Promise<void> {
  const device = { endpoint, public_key: publicKey, auth_secret: authSecret, kinds: [...kinds] };
  await requestAsPerson(reminderTexts.save, (signal) =>
    backendOf(userId).rpc('save_push_device', device).abortSignal(signal),
  );
}

export async function dropPushDevice(userId: Id, endpoint: string): Promise<void> {
  await requestAsPerson(reminderTexts.save, (signal) =>
    backendOf(userId).rpc('drop_push_device', { endpoint }).abortSignal(signal),
  );
}

/** Takes messages from the outbox, sends each by Web Push (RFC 8291, aes128gcm), and reports on it. */
import { buildPushPayload } from '@block65/webcrypto-web-push';
import { messageOf } from './message.ts';
import type { Result, Settings, Taken } from './types.ts';

export interface Sending {
  settings: Settings;
  take(atMost: number): Promise<Taken[]>;
  report(results: Result[]): Promise<unknown>;
  fetch(address: string, init: RequestInit): Promise<Response>;
  /** When it has to end, in epoch milliseconds. */
  until: number;
}

const AT_ONCE = 50;
/** A push service that is silent for longer is tried again later. */
const ANSWER_MS = 10_000;

/** @returns how many messages the push services accepted */
export async function sendReminders(sending: Sending): Promise<number> {
  const { of_one_call: atMost } = sending.settings;
  let tried = 0;
  let sent = 0;
  while (tried < atMost && Date.now() + ANSWER_MS < sending.until) {
    const taken = await sending.take(Math.min(AT_ONCE, atMost - tried));
    if (taken.length === 0) break;
    const results = await Promise.all(taken.map((one) => sendOne(one, sending)));
    await sending.report(results);
    tried += taken.length;
    sent += results.filter(({ outcome }) => outcome === 'sent').length;
  }
  return sent;
}

async function sendOne(taken: Taken, { settings, fetch }: Sending): Promise<Result> {
  const { id, endpoint, public_key: p256dh, auth_secret: auth } = taken;
  let request: { headers: Record<string, string>; body: Uint8Array };
  try {
    request = await buildPushPayload(
      {
        data: JSON.stringify(messageOf(taken, settings.site)),
        // A newer one of the same kind replaces one that still waits for the phone.
        options: { ttl: taken.seconds_left, urgency: 'normal', topic: taken.kind },
      },
      { endpoint, expirationTime: null, keys: { p256dh, auth } },
      {
        subject: settings.site,
        publicKey: settings.public_key,
        privateKey: settings.private_key,
      },
    );
  } catch {
    // Nothing can be encrypted for it: what was saved is not a browser's key.
    return { id, outcome: 'never', status: 0 };
  }
  try {
    const { headers, body } = request;
    const response = await fetch(endpoint, {
      method: 'POST',
      headers,
      body: body as Uint8Array<ArrayBuffer>,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    await response.body?.cancel();
    return { id, status: response.status, ...outcomeOf(response) };
  } catch {
    return { id, outcome: 'later', status: 0 };
  }
}

/** What an answer of a push service means (RFC 8030, and what the services themselves say). */
function outcomeOf({ status, headers }: Response): Pick<Result, 'outcome' | 'retry_after'> {
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  if (status === 404 || status === 410) return { outcome: 'gone' };
  // Malformed or too large: it would be the next time too.
  if (status === 400 || status === 413) return { outcome: 'never' };
  // Busy, broken, or our keys are wrong, which an operator can fix: the phones stay.
  const seconds = secondsUntil(headers.get('retry-after'));
  return { outcome: 'later', ...(seconds === null ? {} : { retry_after: seconds }) };
}

/** From a number of seconds or a date. */
function secondsUntil(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  const seconds = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - Date.now()) / 1000);
  return Number.isFinite(seconds) ? Math.max(seconds, 0) : null;
}

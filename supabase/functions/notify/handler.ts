/** The function `notify`: called on a schedule, it sends what is due (supabase/schemas/57_reminders.sql). */
import { sendReminders } from './send.ts';
import type { Result, Settings, Taken } from './types.ts';

export interface Surroundings {
  /** The project's address. */
  url: string;
  secretKey: string;
  fetch(address: string, init: RequestInit): Promise<Response>;
}

/** How long one call may take, leaving room before the platform ends it. */
const TIME_MS = 50_000;

export function createHandler({ url, secretKey, fetch }: Surroundings) {
  const call = async <Answer>(name: string, body: object): Promise<Answer> => {
    const response = await fetch(`${url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: {
        apikey: secretKey,
        // Only the older kind of key is a token.
        ...(secretKey.startsWith('eyJ') ? { authorization: `Bearer ${secretKey}` } : {}),
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
    return (response.status === 204 ? null : await response.json()) as Answer;
  };

  return async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') {
      return Response.json({ message: 'Send a POST.' }, { status: 405 });
    }
    const settings = await call<Settings | null>('push_settings', {});
    if (settings === null) {
      return Response.json({ message: 'Reminders are not set up.' }, { status: 503 });
    }
    if (!(await isCaller(request, settings.call_secret))) {
      return Response.json({ message: 'Not for you.' }, { status: 401 });
    }
    const sent = await sendReminders({
      settings,
      take: (atMost) => call<Taken[]>('take_reminders', { at_most: atMost }),
      report: (results: Result[]) => call('report_reminders', { results }),
      fetch,
      until: Date.now() + TIME_MS,
    });
    return Response.json({ sent });
  };
}

const fingerprint = async (text: string) =>
  String(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));

/** Compares hashes, so that nobody learns how much of a guess was right. */
async function isCaller(request: Request, secret: string): Promise<boolean> {
  const given = request.headers.get('authorization') ?? '';
  return (await fingerprint(given)) === (await fingerprint(`Bearer ${secret}`));
}

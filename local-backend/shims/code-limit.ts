import { authRefusal } from '../auth-refusal.ts';

/**
 * Shim: the hosted service sends an address one code a minute; lite sends one for every request.
 * With 0 seconds nothing is limited, so that demos and most tests need not wait.
 */
export function createCodeLimit(seconds: number) {
  const sentAt = new Map<string, number>();
  return {
    /** The answer for an address that has to wait, or null. */
    async refusal(request: Request): Promise<Response | null> {
      const body: unknown = await request
        .clone()
        .json()
        .catch(() => null);
      if (seconds <= 0 || typeof body !== 'object' || body === null || !('email' in body)) {
        return null;
      }
      const email = String(body.email).toLowerCase();
      const waited = (Date.now() - (sentAt.get(email) ?? -Infinity)) / 1000;
      if (waited >= seconds) {
        sentAt.set(email, Date.now());
        return null;
      }
      const left = Math.ceil(seconds - waited);
      const message = `For security purposes, you can only request this after ${left} seconds.`;
      return authRefusal(request, 429, 'over_email_send_rate_limit', message);
    },
    clear: () => sentAt.clear(),
  };
}

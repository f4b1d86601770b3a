import { authRefusal } from './auth-refusal.ts';

/**
 * Counts calls as the hosted auth service does: so many at once, and as many again over the window.
 * This machine is one address of the network.
 */
export function createRateLimit(limit: number, windowSeconds: number) {
  let left = limit;
  let countedAt = Date.now();
  return {
    /** Counts a call; the answer for one too many, or null. */
    refusal(request: Request): Response | null {
      if (limit === Number.POSITIVE_INFINITY) {
        return null;
      }
      const now = Date.now();
      left = Math.min(limit, left + ((now - countedAt) / 1000) * (limit / windowSeconds));
      countedAt = now;
      if (left < 1) {
        return authRefusal(request, 429, 'over_request_rate_limit', 'Request rate limit reached');
      }
      left -= 1;
      return null;
    },
    clear() {
      left = limit;
    },
  };
}

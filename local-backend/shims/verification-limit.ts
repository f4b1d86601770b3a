import { authRefusal } from '../auth-refusal.ts';

const FIVE_MINUTES_SECONDS = 5 * 60;

/**
 * Shim: the hosted service counts the verifications of a network address, right and wrong ones: 30
 * at once, and as many again over the next five minutes, one every ten seconds. lite counts none,
 * so that a code could be guessed. This machine is one address. Sign-ups without an address are
 * counted in the same way, by the hour (guests.ts).
 */
export function createVerificationLimit(limit: number, windowSeconds = FIVE_MINUTES_SECONDS) {
  let left = limit;
  let countedAt = Date.now();
  return {
    /** Counts a verification; the answer for one too many, or null. */
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

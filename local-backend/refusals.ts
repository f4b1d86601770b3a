const VERSION = 'x-supabase-api-version';
const VERSION_WITH_CODES = '2024-01-01';

/**
 * A refusal in the words of the hosted auth service: a client that knows its 2024 version gets the
 * code and the message, others get the older fields.
 */
export function authRefusal(
  request: Request,
  status: number,
  code: string,
  message: string,
): Response {
  const isNew = (request.headers.get(VERSION) ?? '') >= VERSION_WITH_CODES;
  return Response.json(
    isNew ? { code, message } : { code: status, error_code: code, msg: message },
    { status, headers: isNew ? { [VERSION]: VERSION_WITH_CODES } : {} },
  );
}

const MOST_BYTES = 1 << 20;

/** Shim: a body above a megabyte. The hosted auth service refuses it; lite reads any. */
export async function refuseLargeBody(request: Request): Promise<Response | null> {
  const { byteLength } = await request.clone().arrayBuffer();
  const message = `Request body too large (max ${MOST_BYTES} bytes)`;
  return byteLength > MOST_BYTES
    ? authRefusal(request, 413, 'request_entity_too_large', message)
    : null;
}

/**
 * Counts calls as the hosted auth service does: the limit at once, and as many again over the window.
 * This machine is one network address.
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

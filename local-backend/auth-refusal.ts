const VERSION = 'x-supabase-api-version';
const VERSION_WITH_CODES = '2024-01-01';

/**
 * A refusal in the words of the hosted auth service: to a client that knows its version of 2024 the
 * code and the message, to others the older fields.
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

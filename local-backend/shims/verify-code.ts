import { withBody, withoutLength } from '../with-body.ts';

/**
 * Shim: a typed code is verified with the type `email`, which lite does not know; it keeps the codes
 * of new and old accounts where `magiclink` looks for them.
 */
export async function verifyEmailAsMagicLink(request: Request): Promise<Request> {
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => null);
  if (typeof body !== 'object' || body === null || !('type' in body) || body.type !== 'email') {
    return request;
  }
  return withBody(request, JSON.stringify({ ...body, type: 'magiclink' }));
}

/** lite's message names a link although a code was typed. */
export async function rewordOtpErrors(response: Response): Promise<Response> {
  if (response.status !== 403) {
    return response;
  }
  const text = await response.text();
  return new Response(
    text.replace('Email link is invalid or has expired', 'Token has expired or is invalid'),
    { status: response.status, headers: withoutLength(response.headers) },
  );
}

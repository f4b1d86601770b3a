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

/** lite speaks of a link where a code was typed. */
export async function speakOfACode(response: Response): Promise<Response> {
  if (response.status !== 403) {
    return response;
  }
  const text = await response.text();
  return new Response(
    text.replace('Email link is invalid or has expired', 'Token has expired or is invalid'),
    { status: response.status, headers: withoutLength(response.headers) },
  );
}

export function withBody(request: Request, body: BodyInit, headers: Record<string, string> = {}) {
  const all = withoutLength(request.headers);
  for (const [name, value] of Object.entries(headers)) {
    all.set(name, value);
  }
  return new Request(request.url, { method: request.method, headers: all, body });
}

function withoutLength(headers: Headers): Headers {
  const copy = new Headers(headers);
  copy.delete('content-length');
  return copy;
}

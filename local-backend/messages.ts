/** A copy of a request with a different body, and so a different length. */
export function withBody(request: Request, body: BodyInit, headers: Record<string, string> = {}) {
  const all = withoutLength(request.headers);
  for (const [name, value] of Object.entries(headers)) {
    all.set(name, value);
  }
  return new Request(request.url, { method: request.method, headers: all, body });
}

/** A copy of an answer with a different body. */
export const withAnswer = (
  { status, headers }: Response,
  body: BodyInit | null,
  changed: number = status,
): Response => new Response(body, { status: changed, headers: withoutLength(headers) });

function withoutLength(headers: Headers): Headers {
  const copy = new Headers(headers);
  copy.delete('content-length');
  return copy;
}

/** The content of a JSON body; null if it isn't JSON. The message can still be read. */
export const jsonIn = (message: Request | Response): Promise<unknown> =>
  message
    .clone()
    .json()
    .catch(() => null);

/** The fields of a JSON body; none if it has none. The message can still be read. */
export const fieldsOf = async (message: Request | Response): Promise<Record<string, unknown>> =>
  Object(await jsonIn(message));

/** The content of one part of a token. */
export const readPart = (part = ''): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString());

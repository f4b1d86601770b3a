/** Copies of requests and responses with another body, and so another length. */
export function withBody(request: Request, body: BodyInit, headers: Record<string, string> = {}) {
  const all = withoutLength(request.headers);
  for (const [name, value] of Object.entries(headers)) {
    all.set(name, value);
  }
  return new Request(request.url, { method: request.method, headers: all, body });
}

export function withoutLength(headers: Headers): Headers {
  const copy = new Headers(headers);
  copy.delete('content-length');
  return copy;
}

/** The fields of a body of JSON; none where it is none. The request can still be read. */
export const fieldsOf = async (request: Request): Promise<Record<string, unknown>> =>
  Object(
    await request
      .clone()
      .json()
      .catch(() => null),
  );

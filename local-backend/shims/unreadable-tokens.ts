const PARTS = 3;

/**
 * Shim: bearer tokens that have not the form of a token. lite takes them for none, so that anyone who
 * sends one reads what a signed-out visitor may; the hosted service refuses them.
 */
export function refuseUnreadableToken(request: Request): Response | null {
  const [, token] = /^bearer *(.*)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  // A key of the project may stand in its place.
  if (token === undefined || token.startsWith('sb_')) {
    return null;
  }
  const parts = token.split('.');
  if (parts.length === PARTS && parts.every((part) => part !== '')) {
    return null;
  }
  const message = refusalOf(token, parts.length);
  return Response.json(
    { code: 'PGRST301', message, details: null, hint: null },
    {
      status: 401,
      headers: {
        'www-authenticate': `Bearer error="invalid_token", error_description="${message}"`,
      },
    },
  );
}

function refusalOf(token: string, parts: number): string {
  if (token === '') {
    return 'Empty JWT is sent in Authorization header';
  }
  return parts === PARTS
    ? 'JWT cryptographic operation failed'
    : `Expected ${PARTS} parts in JWT; got ${parts}`;
}

/** New keys for a project (VAPID, RFC 8292), as private.push_settings() holds them. */

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

export async function newKeys() {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ]);
  const raw = await crypto.subtle.exportKey('raw', pair.publicKey);
  const { d = '' } = await crypto.subtle.exportKey('jwk', pair.privateKey);
  return {
    public_key: base64url(new Uint8Array(raw)),
    private_key: d,
    call_secret: base64url(crypto.getRandomValues(new Uint8Array(32))),
  };
}

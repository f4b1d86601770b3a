/**
 * Replaces the passkey half of @supabase/auth-js, which the site does not offer: the worker keeps 12 kB
 * less. The names are those the auth client imports.
 */
export class WebAuthnApi {}
export const webAuthnAbortService = {};
export const browserSupportsWebAuthn = () => false;
export const createCredential = notOffered;
export const getCredential = notOffered;
export const deserializeCredentialCreationOptions = notOffered;
export const deserializeCredentialRequestOptions = notOffered;
export const serializeCredentialCreationResponse = notOffered;
export const serializeCredentialRequestResponse = notOffered;

function notOffered(): never {
  throw new Error('This build has no passkeys.');
}

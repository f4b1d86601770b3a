/** Stands in for the wallet sign-in of @supabase/auth-js, which the site does not offer. */
export const createSiweMessage = notOffered;
export const fromHex = notOffered;
export const getAddress = notOffered;
export const toHex = notOffered;

function notOffered(): never {
  throw new Error('This build has no wallet sign-in.');
}

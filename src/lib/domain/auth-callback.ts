/** Errors that come back in the address after a sign-in (docs/product.md#sign-in). */
import { SIGN_IN_INCOMPLETE } from '#text/messages.ts';
import { joinAddress, parseQuery, splitAddress } from './runtime-url.ts';

const errorKeys = ['error', 'error_description', 'error_code'];
/** `sb` marks an address made by the sign-in service; without the error it means nothing. */
const removedKeys = [...errorKeys, 'sb'];

/** 'description (code)', or null if the address names no error. The query comes before the hash. */
export function authCallbackError(search: string, hash: string): string | null {
  const places = [parseQuery(search), parseQuery(hash.replace(/^#/, ''))];
  const [error, description, errorCode] = errorKeys.map(
    (key) => places.map((place) => place.get(key)?.trim()).find(Boolean) ?? '',
  );
  const code = errorCode || error;
  if (!description && !code) return null;
  const text = description || SIGN_IN_INCOMPLETE;
  return code ? `${text} (${code})` : text;
}

/** The path, query and hash of an address without its error, the rest untouched. */
export function withoutAuthError(url: string): string {
  const { path, query, hash } = splitAddress(url.replace(/^https?:\/\/[^/?#]*/i, ''));
  return joinAddress({
    // After two slashes history would read a host.
    path: path.replace(/^\/\/+/, '/') || '/',
    query: withoutErrorParameters(query),
    hash: withoutErrorParameters(hash),
  });
}

function withoutErrorParameters(parameters: string): string {
  return parameters
    .split('&')
    .filter((parameter) => !removedKeys.some((key) => parseQuery(parameter).has(key)))
    .join('&');
}

/**
 * The session as the auth client keeps it on this device, read at once and without that client:
 * a page's first paint, its first reads and the open code need nothing else.
 */
import type { Person } from '../domain/entities.ts';
import { REFRESH_BEFORE_EXPIRY_MS } from '../domain/limits.ts';
import { platform } from '../platform/platform.ts';
import * as storageKeys from '../platform/storage-keys.ts';

export interface StoredSession {
  person: Person;
  accessToken: string;
  refreshToken: string;
  /** Whether calls may go out with the token, or it has to be renewed first. */
  isTokenValid: boolean;
  /** Whether it should be renewed soon: until that has worked, calls go out with the current token. */
  isRenewalDue: boolean;
}

type Fields = Record<string, unknown>;

const toFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null;

/** The person of a user as the auth service writes it; null if it names none. */
export function personOf(user: unknown): Person | null {
  const { id, email, app_metadata, user_metadata } = toFields(user);
  if (typeof id !== 'string' || id === '') return null;
  const { chosen_name, full_name, display_name } = toFields(user_metadata);
  const person: Person = {
    id,
    email: text(email),
    provider: text(toFields(app_metadata).provider),
    // Also a name left blank on purpose: Google's would come back with the next sign-in.
    fullName: text(typeof chosen_name === 'string' ? chosen_name : full_name),
    displayName: text(display_name),
  };
  if (import.meta.env.GUESTS && toFields(user).is_anonymous === true) person.isGuest = true;
  return person;
}

function parseSession(stored: string): Fields {
  try {
    return toFields(JSON.parse(stored));
  } catch {
    // Garbled: as good as none.
    return {};
  }
}

/** Null if there is no session, or what is stored is not one. */
export function storedSession(): StoredSession | null {
  const stored = platform().localStorage.get(storageKeys.session);
  if (stored === null) return null;
  const { access_token, refresh_token, expires_at, user } = parseSession(stored);
  const person = personOf(user);
  if (!person || typeof access_token !== 'string' || typeof refresh_token !== 'string') return null;
  const expiresAt = typeof expires_at === 'number' ? expires_at * 1000 : 0;
  const leftMs = expiresAt - platform().now();
  return {
    person,
    accessToken: access_token,
    refreshToken: refresh_token,
    isTokenValid: leftMs > 0,
    isRenewalDue: leftMs < REFRESH_BEFORE_EXPIRY_MS,
  };
}

/** The session that an access token names; undefined if it names none. */
export function sessionIdOf(token = ''): unknown {
  const [, claims = ''] = token.split('.');
  try {
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))?.session_id;
  } catch {
    return undefined;
  }
}

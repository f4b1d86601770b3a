/**
 * The session as the auth client keeps it on this device, read at once and without that client:
 * a page's first paint, its first reads and the open code need nothing else.
 */
import type { Person } from '../domain/entities.ts';
import { platform } from '../platform/platform.ts';
import * as storageKeys from '../platform/storage-keys.ts';

export interface StoredSession {
  person: Person;
  accessToken: string;
  /** Whether calls may go out with the token, or it has to be renewed first. */
  isGood: boolean;
}

/** As long before its end as the auth client itself renews a token: three ticks of 30 s. */
const RENEWED_BEFORE_END_MS = 90_000;

type Fields = Record<string, unknown>;

const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null;

/** The person of a user as the auth service writes it; null where it names none. */
export function personOf(user: unknown): Person | null {
  const { id, email, app_metadata, user_metadata } = fields(user);
  if (typeof id !== 'string' || id === '') return null;
  return {
    id,
    email: text(email),
    provider: text(fields(app_metadata).provider),
    fullName: text(fields(user_metadata).full_name),
    displayName: text(fields(user_metadata).display_name),
  };
}

function parsed(kept: string): Fields {
  try {
    return fields(JSON.parse(kept));
  } catch {
    // Garbled: as good as none.
    return {};
  }
}

/** Null where nobody is signed in, or what is kept is no session. */
export function storedSession(): StoredSession | null {
  const kept = platform().local.get(storageKeys.session);
  if (kept === null) return null;
  const { access_token, refresh_token, expires_at, user } = parsed(kept);
  const person = personOf(user);
  if (!person || typeof access_token !== 'string' || typeof refresh_token !== 'string') return null;
  const end = typeof expires_at === 'number' ? expires_at * 1000 : 0;
  const isGood = end - platform().now() >= RENEWED_BEFORE_END_MS;
  return { person, accessToken: access_token, isGood };
}

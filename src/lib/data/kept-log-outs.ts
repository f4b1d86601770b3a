/**
 * The log-outs that the backend does not know about yet. All that is kept of each is the token that can
 * still end its session: nothing in it says whose it was.
 */
import { platform } from '../platform/platform.ts';
import * as storageKeys from '../platform/storage-keys.ts';

export interface LogOut {
  /** Made up for this list: the token changes when it is used. */
  id: string;
  refreshToken: string;
  /** When it began, in epoch milliseconds. */
  since: number;
  /** It was tried, and the backend could not be reached. */
  hasFailed: boolean;
}

function isLogOut(value: unknown): value is LogOut {
  if (typeof value !== 'object' || value === null) return false;
  const { id, refreshToken } = value as Partial<LogOut>;
  return typeof id === 'string' && typeof refreshToken === 'string';
}

/** Garbled ones are as good as none. */
export function keptLogOuts(): LogOut[] {
  try {
    const kept: unknown = JSON.parse(platform().localStorage.get(storageKeys.logOuts) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isLogOut) : [];
  } catch {
    return [];
  }
}

function save(logOuts: readonly LogOut[]): void {
  const storage = platform().localStorage;
  if (logOuts.length === 0) storage.remove(storageKeys.logOuts);
  else storage.set(storageKeys.logOuts, JSON.stringify(logOuts));
}

export const newLogOut = (refreshToken: string): LogOut => ({
  id: platform().randomId(),
  refreshToken,
  since: platform().now(),
  hasFailed: false,
});

export function keepLogOut(logOut: LogOut): void {
  const kept = keptLogOuts();
  if (!kept.some(({ id }) => id === logOut.id)) save([...kept, logOut]);
}

/** Changes one, unless another tab has finished it. */
export const updateLogOut = (id: string, change: Partial<LogOut>): void =>
  save(keptLogOuts().map((kept) => (kept.id === id ? { ...kept, ...change } : kept)));

export const forgetLogOut = (id: string): void =>
  save(keptLogOuts().filter((kept) => kept.id !== id));

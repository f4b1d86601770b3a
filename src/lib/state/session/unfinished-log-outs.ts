/**
 * Log-outs that the backend could not be told about (docs/decisions/unfinished-log-outs.md): tried again
 * until it knows about them.
 */
import { atom } from 'nanostores';
import { keptLogOuts, type LogOut } from '../../data/kept-log-outs.ts';
import { endSessionsLeft } from '../../data/log-out.ts';
import { backoff } from '../../domain/backoff.ts';
import { CALL_TIMEOUT_MS } from '../../domain/limits.ts';
import { platform } from '../../platform/platform.ts';
import * as storageKeys from '../../platform/storage-keys.ts';

export type LogOutTrouble =
  | 'none'
  | 'failed'
  /** What follows 'Try again': under way, and done. */
  | 'retrying'
  | 'ended';

/** What /login says about it. */
export const $logOutTrouble = atom<LogOutTrouble>('none');

const FIRST_RETRY_MS = 15_000;
const MAX_RETRY_MS = 300_000;

let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The tab that began it may still be at it. Setting the clock back makes none look recent. */
const isUnderWay = (logOut: LogOut): boolean =>
  !logOut.hasFailed && Math.abs(platform().now() - logOut.since) < CALL_TIMEOUT_MS;

const hasFailed = (): boolean => keptLogOuts().some((logOut) => logOut.hasFailed);

async function tryAgain(): Promise<void> {
  clearTimeout(timer);
  const isDone = await endSessionsLeft();
  failures = isDone ? 0 : failures + 1;
  clearTimeout(timer);
  if (isDone) return;
  const delay = backoff(failures - 1, Math.random(), FIRST_RETRY_MS, MAX_RETRY_MS);
  timer = setTimeout(() => void retryQuietly(), delay);
}

async function retryQuietly(): Promise<void> {
  await tryAgain();
  if ($logOutTrouble.get() !== 'retrying') showTrouble();
}

/** Another tab may have finished them, or failed. */
function showTrouble(): void {
  if (hasFailed()) $logOutTrouble.set('failed');
  else if ($logOutTrouble.get() === 'failed') $logOutTrouble.set('none');
}

/** For 'Try again'. */
export async function retryLogOuts(): Promise<void> {
  $logOutTrouble.set('retrying');
  await tryAgain();
  $logOutTrouble.set(hasFailed() ? 'failed' : 'ended');
}

let isStarted = false;

/** Starts with the page, and retries when there is reason to hope. Works once. */
export function finishLogOuts(): void {
  if (isStarted) return;
  isStarted = true;
  showTrouble();
  const retry = () => {
    const left = keptLogOuts();
    clearTimeout(timer);
    if (left.length > 0 && left.every(isUnderWay)) timer = setTimeout(retry, CALL_TIMEOUT_MS);
    else if (left.length > 0) void retryQuietly();
  };
  platform().onOnline(retry);
  platform().onVisibilityChange(() => {
    if (platform().isVisible()) retry();
  });
  platform().onStorageChange((key) => {
    if (key === storageKeys.logOuts) showTrouble();
  });
  retry();
}

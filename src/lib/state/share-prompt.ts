/** The 'Share Stampcard' prompt of /home (docs/product.md#share-prompt). */
import { atom, onMount } from 'nanostores';
import { isDueToday, utcDayKey } from '../domain/day.ts';
import { SHARE_PROMPT_COUNTDOWN_SECONDS } from '../domain/limits.ts';
import { platform } from '../platform/platform.ts';
import * as storageKeys from '../platform/storage-keys.ts';
import { signedInPerson } from './session/session.ts';

export interface SharePrompt {
  open: boolean;
  /** Until Close works. */
  secondsLeft: number;
}

const CLOSED_PROMPT: SharePrompt = { open: false, secondsLeft: 0 };

export const $sharePrompt = atom<SharePrompt>(CLOSED_PROMPT);

const today = () => utcDayKey(platform().now());

onMount($sharePrompt, () => {
  if (!platform().isBrowser()) return;
  let timer: ReturnType<typeof setInterval> | undefined;
  let isUnmounted = false;
  const countDown = () => {
    const { open, secondsLeft } = $sharePrompt.get();
    if (secondsLeft > 0) $sharePrompt.set({ open, secondsLeft: secondsLeft - 1 });
    else clearInterval(timer);
  };
  void signedInPerson().then((person) => {
    if (!person || isUnmounted) return;
    if (!isDueToday(platform().localStorage.get(storageKeys.sharePromptDismissed), today())) {
      // It may have been left before its countdown had ended, and then closed in another tab.
      $sharePrompt.set(CLOSED_PROMPT);
      return;
    }
    $sharePrompt.set({ open: true, secondsLeft: SHARE_PROMPT_COUNTDOWN_SECONDS });
    timer = setInterval(countDown, 1000);
  });
  return () => {
    isUnmounted = true;
    clearInterval(timer);
  };
});

/** Does nothing before the countdown has ended. */
export function closeSharePrompt(): void {
  if ($sharePrompt.get().secondsLeft > 0) return;
  platform().localStorage.set(storageKeys.sharePromptDismissed, today());
  $sharePrompt.set(CLOSED_PROMPT);
}

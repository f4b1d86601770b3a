/** A token of the configured CAPTCHA for each code or guest (docs/product.md#captcha). */
import { atom } from 'nanostores';
import { captchaTexts } from '#text/login.ts';
import { captcha } from '../../config.ts';
import { DataError } from '../../data/data-error.ts';
import { CALL_TIMEOUT_MS } from '../../domain/limits.ts';
import { solveCaptcha } from '../../platform/captcha.ts';

/** Whether the check is on the page right now. */
export const $captchaShown = /* @__PURE__ */ atom(false);

let place: HTMLElement | null = null;

/** Where the form draws it. */
export function setCaptchaPlace(element: HTMLElement | null): void {
  place = element;
}

/** @throws DataError with the sentence to show if there is none */
export async function captchaToken(): Promise<string> {
  try {
    if (captcha === null || place === null) throw new Error('There is no place for a CAPTCHA.');
    return await solveCaptcha(captcha, {
      place,
      timeoutMs: CALL_TIMEOUT_MS,
      onShown: () => $captchaShown.set(true),
    });
  } catch {
    throw new DataError(captchaTexts.failed);
  } finally {
    $captchaShown.set(false);
  }
}

/** The provider's own script, which draws its check into a place on the page. */
import type { Captcha } from '../domain/sign-in-form.ts';

const SCRIPTS = {
  turnstile:
    'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit&onload=onCaptchaReady',
  hcaptcha:
    'https://js.hcaptcha.com/1/api.js?render=explicit&recaptchacompat=off&onload=onCaptchaReady',
} as const;

/** What the scripts of both providers have in common. */
interface Api {
  render(place: HTMLElement, options: Record<string, unknown>): string;
  remove(widget: string): void;
}

const apiOf = ({ provider }: Captcha) => (window as { turnstile?: Api; hcaptcha?: Api })[provider];

/** A failure is forgotten, so that the next call asks again. */
function loadScript(captcha: Captcha, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      clearTimeout(timer);
      script.remove();
      reject(new Error('The script of the CAPTCHA could not be loaded.'));
    };
    const timer = setTimeout(fail, timeoutMs);
    script.src = SCRIPTS[captcha.provider];
    script.async = true;
    script.onerror = fail;
    // Both call it once they are ready to draw, which is later than their script arrives.
    Object.assign(window, {
      onCaptchaReady: () => {
        clearTimeout(timer);
        resolve();
      },
    });
    document.head.append(script);
  });
}

export interface CaptchaCheck {
  /** Where it is drawn. */
  place: HTMLElement;
  /** How long the script may take to arrive. */
  timeoutMs: number;
  /** It is there, and may want something of the person. */
  onShown: () => void;
}

/**
 * A token for one request, once the provider takes the visitor for a person. A token is good once:
 * each call draws the check again.
 *
 * @throws Error if the script can't be loaded, or if the check fails or runs out
 */
export async function solveCaptcha(captcha: Captcha, check: CaptchaCheck): Promise<string> {
  if (!apiOf(captcha)) await loadScript(captcha, check.timeoutMs);
  const api = apiOf(captcha);
  if (!api) throw new Error('The script of the CAPTCHA is not what it should be.');
  let widget: string | undefined;
  try {
    return await new Promise<string>((resolve, reject) => {
      const fail = () => reject(new Error('The CAPTCHA was not passed.'));
      const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
      widget = api.render(check.place, {
        sitekey: captcha.siteKey,
        theme,
        // The widest is 302 px; the place itself is still hidden.
        size: (check.place.parentElement?.clientWidth ?? 0) < 302 ? 'compact' : 'normal',
        callback: resolve,
        'error-callback': fail,
        'expired-callback': fail,
        'timeout-callback': fail,
        'unsupported-callback': fail,
        'chalexpired-callback': fail,
        'close-callback': fail,
      });
      check.onShown();
    });
  } finally {
    if (widget !== undefined) api.remove(widget);
  }
}

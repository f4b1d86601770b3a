/** What the login screen offers, and asks for before it calls the backend (docs/product.md#sign-in). */
import * as text from '#text/login.ts';
import { ONE_TIME_CODE_DIGITS } from './limits.ts';

const emailMessages = {
  send: text.enterEmail,
  verify: text.enterEmailToVerify,
  resend: text.enterEmailToResend,
} as const;

/** One address, whose domain has a dot: the same rule as private.is_email in supabase/schemas. */
const ADDRESS =
  /^(?=.{1,254}$)[\w.!#$%&'*+/=?^`{|}~-]+@([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/i;

/** The problem to show, or null. Only the backend can say whether the address exists. */
export function checkEmail(email: string, purpose: keyof typeof emailMessages): string | null {
  return ADDRESS.test(email.trim()) ? null : emailMessages[purpose];
}

/**
 * A code as it was sent: mail programs and people add spaces and dashes to it, and copy the sentence it is
 * in.
 */
export function compactCode(typed: string): string {
  const compact = typed.replace(/[\s-]/g, '');
  const [, first = '', second = ''] = /(?:^|\D)(\d{3})[\s-]?(\d{3})(?!\d)/.exec(typed) ?? [];
  return /^\d*$/.test(compact) ? compact : first + second || compact;
}

/** Whether it has all of its digits, and need not wait for a button. */
export const isWholeCode = (code: string): boolean =>
  /^\d+$/.test(code) && code.length === ONE_TIME_CODE_DIGITS;

/** The problem to show, or null. Only the backend can say whether the code is right. */
export function checkCode(code: string): string | null {
  return compactCode(code) === '' ? text.enterCode : null;
}

/**
 * The backend's code for refusing to send another so soon. The last one is still good, even if its answer
 * was lost or the page that asked for it is gone. A project that has sent all its mails of the hour refuses
 * with the same code.
 */
export const SENT_RECENTLY = 'over_email_send_rate_limit';

/** Web views on Android; Facebook and Messenger, Instagram, LINE and TikTok on iPhones. */
const OTHER_APP = /; wv\)|FBA[NV]\/|Instagram|\bLine\/|BytedanceWebview|musical_ly/;

/** Whether another app shows the page: Google signs nobody in there ("disallowed_useragent"). */
export const isInOtherApp = (userAgent: string): boolean => OTHER_APP.test(userAgent);

/** The check that a person asks for a code (docs/decisions/captcha.md). */
export interface Captcha {
  provider: 'turnstile' | 'hcaptcha';
  siteKey: string;
}

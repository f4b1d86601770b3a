/** What the login screen asks for before it calls the backend (docs/product.md#one-time-codes). */
import * as text from '#text/login.ts';

const emailMessages = {
  send: text.enterEmail,
  verify: text.enterEmailToVerify,
  resend: text.enterEmailToResend,
} as const;

/** What to tell, or null. Whether the address exists is the backend's to say. */
export function checkEmail(email: string, purpose: keyof typeof emailMessages): string | null {
  return email.trim() === '' ? emailMessages[purpose] : null;
}

/** A code as it was sent: mail programs and people set spaces into it. */
export const compactCode = (typed: string): string => typed.replace(/\s/g, '');

/** What to tell, or null. Whether the code is right is the backend's to say. */
export function checkCode(code: string): string | null {
  return compactCode(code) === '' ? text.enterCode : null;
}

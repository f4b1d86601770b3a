/** The check that a person asks for a code (docs/decisions/captcha.md). */
export interface Captcha {
  provider: 'turnstile' | 'hcaptcha';
  siteKey: string;
}

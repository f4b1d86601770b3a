/** Of the check that a person asks for a code (docs/product.md#captcha). */
export const captchaTexts = {
  place: 'Confirm you’re human',
  shown: 'Please confirm below that you’re human.',
  failed:
    'We couldn’t check that you’re human. Allow this page to load the check, or use another browser, and try again.',
} as const;

/** Of the check that a person asks for a code (docs/product.md#captcha). */
export const captchaTexts = {
  place: 'Check that you are a person',
  shown: 'Please confirm below that you are a person.',
  failed:
    'We couldn’t check that you’re a person. Allow this page to load the check, or use another browser, and try again.',
} as const;

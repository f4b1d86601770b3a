/** Of /login. */

export const title = 'Customer Login';
export const description =
  'Sign in to Stampcard and start collecting stamps at the stores you love.';
export const tagline = 'Start Collecting your Stamps!';

export const signingIn = 'Signing you in…';
/** For someone who came for a store's card. */
export const signInToOpen = <T>(store: T) => ['Sign in to open your card at ', store];

export const withGoogle = 'Continue with Google';
/** In Messenger, Instagram and other apps that show pages themselves. */
export const googleRefuses = 'Google doesn’t allow sign-ins inside other apps.';
export const signInByEmail = 'Sign in by email';
export const email = 'Email address';
export const oneTimeCode = 'One-time code';
export const codePlaceholder = (digits: number): string => `Enter the ${digits}-digit code`;
export const sendCode = 'Send login code';
export const verifyCode = 'Verify code and sign in';
export const resendCode = 'Resend code';
export const codeResent = 'Code resent';

/** docs/product.md#one-time-codes */
export const enterEmail = 'Please enter your email address.';
export const enterEmailToVerify = 'Please enter your email address before verifying the code.';
export const enterEmailToResend = 'Please enter your email address before requesting another code.';
export const enterCode = 'Please enter the one-time code from your email.';
export const codeSent = 'Check your email inbox for the one-time code to continue.';
export const newCodeSent = 'A new one-time code has been sent. Check your email.';
export const verified = 'Verification successful. Redirecting you now...';
/** The screen's own wording. */
export const resendFailed = 'Unable to resend the one-time code.';
/** In place of the backend's own words, which speak of a token. */
export const codeRefused = 'That code isn’t right, or it has expired.';
export const verifyFailed = 'Unable to verify the one-time code.';

/** Browsers call it so in their settings. */
export const storesNothing =
  'This browser stores no data, and signing in needs that. Allow cookies and site data, or free some space.';

export const storeOwnerLogin = 'Store Owner Login';
export const download = 'Download for iOS & Android';
export const privacyPolicy = 'Privacy Policy';
export const termsOfService = 'Terms of Service';

/** Of the check that a person asks for a code (docs/product.md#captcha). */
export const captchaTexts = {
  place: 'Confirm you’re human',
  shown: 'Please confirm below that you’re human.',
  failed:
    'We couldn’t check that you’re human. Allow this page to load the check, or use another browser, and try again.',
} as const;

/** Of a log-out that is not finished, and of 'Try again' (docs/product.md#session). */
export const logOutTexts = {
  failed: 'Unable to log out.',
  unfinished:
    'Your data is gone from this device. Your session on the server ends as soon as we can reach it.',
  retrying: 'Logging out…',
  ended: 'Your session on the server has ended.',
} as const;

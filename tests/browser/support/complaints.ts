/** A page that complains fails its test: console errors, uncaught errors, policy violations. */
import { type BrowserContext, expect } from 'playwright/test';

export interface Complaints {
  /** Names a complaint the test brings about on purpose, before it does so. */
  expect(pattern: RegExp): void;
  /** Fails for every complaint nobody expected. */
  verify(): void;
}

export function watchComplaints(context: BrowserContext): Complaints {
  const heard: string[] = [];
  const expected: RegExp[] = [];
  context.on('console', (message) => {
    if (message.type() !== 'error') return;
    heard.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => heard.push(`uncaught: ${error.error().message}`));
  return {
    expect: (pattern) => expected.push(pattern),
    verify: () =>
      expect(
        heard.filter((text) => !expected.some((pattern) => pattern.test(text))),
        'complaints of the page',
      ).toEqual([]),
  };
}

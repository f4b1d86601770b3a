/** A page that complains fails its test: console errors, uncaught errors, policy violations. */
import { type BrowserContext, expect } from 'playwright/test';

export interface Complaints {
  /** Names a complaint that the test causes on purpose. */
  allow(pattern: RegExp): void;
  /** Fails for every complaint that the test did not allow. */
  verify(): void;
}

/**
 * The browser's own note that pages did not cross-fade, because the next one does not take part
 * (the stand-ins) or the address was replaced meanwhile. No code holds the promise that it rejects.
 */
const NO_CROSS_FADE = /^uncaught: Transition was (aborted|skipped)/;

/**
 * The build leaves each page the icons that its markup and its scripts name (scripts/build/page/markup.ts).
 * Any other would be an empty place that nobody notices: here it is a complaint of the page.
 */
export async function watchIcons(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const seen = new WeakSet<Element>();
    const check = () => {
      for (const use of document.querySelectorAll('use[href^="#icon-"]')) {
        if (seen.has(use)) continue;
        seen.add(use);
        const name = use.getAttribute('href') ?? '';
        if (!document.querySelector(name)) {
          reportError(new Error(`This page lacks the icon ${name}.`));
        }
      }
    };
    document.addEventListener('DOMContentLoaded', () => {
      check();
      new MutationObserver(check).observe(document, { childList: true, subtree: true });
    });
  });
}

export function watchComplaints(context: BrowserContext): Complaints {
  const heard: string[] = [];
  const allowed: RegExp[] = [NO_CROSS_FADE];
  context.on('console', (message) => {
    if (message.type() !== 'error') return;
    heard.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => heard.push(`uncaught: ${error.error().message}`));
  return {
    allow: (pattern) => allowed.push(pattern),
    verify: () =>
      expect(
        heard.filter((text) => !allowed.some((pattern) => pattern.test(text))),
        'complaints of the page',
      ).toEqual([]),
  };
}

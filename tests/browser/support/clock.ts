import type { Page } from 'playwright/test';

/** A Thursday in the past: a session made today is good on it. */
export const MORNING = '2025-11-20T10:00:00+08:00';

/** Stops the page's clock; from then on it moves with `page.clock.runFor` alone. */
export async function stopClock(page: Page, time = MORNING): Promise<void> {
  await page.clock.install({ time: Date.parse(time) - 1000 });
  await page.clock.pauseAt(time);
}

import { expect, type Page } from 'playwright/test';

/** A Thursday in the past, on which a session made today is still good. */
const MORNING = '2025-11-20T10:00:00+08:00';

/** It runs until it is stopped, which must not be in its past: a busy machine needs a while for both. */
const A_MINUTE = 60_000;

/** Stops the page's clock; from then on it moves with `page.clock.runFor` alone. */
export async function stopClock(page: Page, time = MORNING): Promise<void> {
  await page.clock.install({ time: Date.parse(time) - A_MINUTE });
  await page.clock.pauseAt(time);
}

/** From here on no timer fires: nothing is requested unless a message calls for it. */
export const stopTimers = (page: Page): Promise<void> =>
  // If that second is over before the clock can be stopped at its end, the next try stops it.
  expect(async () => {
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  }).toPass();

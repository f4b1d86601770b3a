/** A finger on the screen, and where things are. */
import type { Locator, Page } from 'playwright/test';

export interface Point {
  x: number;
  y: number;
}

/** Where it is in the window. Throws if it is not shown: a missing place would pass any check. */
export async function boxOf(target: Locator) {
  const box = await target.boundingBox();
  if (!box) throw new Error(`Nothing is shown of ${target}.`);
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

export async function centerOf(target: Locator): Promise<Point> {
  const { x, y, width, height } = await boxOf(target);
  return { x: x + width / 2, y: y + height / 2 };
}

/** Waits until a sheet is at rest: while it rises, nothing in it is where it will be. */
export const atRest = (sheet: Locator) =>
  sheet.evaluate((root) => Promise.all(root.getAnimations().map((rise) => rise.finished)));

const MOVES = 8;
/** Longer than the browser takes to decide that a finger no longer moves. */
const REST_MS = 200;

/**
 * A finger comes down, moves along and lifts.
 *
 * @param ms how long the way takes; a short one is a flick
 * @param isAtRest whether the finger rests before it lifts. Otherwise what the page does not handle goes
 *   on by its own momentum, and meanwhile the browser lets the page prevent nothing.
 */
export async function drag(
  page: Page,
  from: Point,
  to: Point,
  ms: number,
  isAtRest = false,
): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const touch = (type: string, point?: Point, timestamp?: number) =>
    browser.send('Input.dispatchTouchEvent', {
      type: type as 'touchStart',
      touchPoints: point ? [point] : [],
      ...(timestamp === undefined ? {} : { timestamp }),
    });
  const start = Date.now() / 1000;
  await touch('touchStart', from, start);
  for (let move = 1; move <= MOVES; move += 1) {
    const share = move / MOVES;
    const point = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
    await touch('touchMove', point, start + (ms / 1000) * share);
  }
  await touch('touchEnd', undefined, start + (ms + (isAtRest ? REST_MS : 0)) / 1000);
  await browser.detach();
}

/** Reads codes as a scanner does: from the pixels on the screen, with a decoder of its own. */
import { expect, type Locator } from 'playwright/test';
import { decode } from '../../decode.ts';

/** Takes a picture of what is on the screen and reads the code in it; waits until one is there. */
export async function scan(target: Locator): Promise<string> {
  const { text } = await photograph(target);
  return text;
}

/** As `scan`, with the picture itself: what a camera would hand to the counter. */
export async function photograph(target: Locator): Promise<{ text: string; picture: Buffer }> {
  await expect(target).toBeVisible();
  let picture: Buffer = Buffer.alloc(0);
  let text: string | null = null;
  await expect
    .poll(async () => {
      picture = await target.screenshot();
      text = await decode(picture);
      return text;
    }, 'a code that can be read')
    .not.toBeNull();
  return { text: text ?? '', picture };
}

/** Reads codes as a scanner does: from the pixels on the screen, with a decoder of its own. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Locator } from 'playwright/test';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const requireModule = createRequire(import.meta.url);
const program = readFileSync(requireModule.resolve('zxing-wasm/reader/zxing_reader.wasm'));

// Otherwise it would be fetched from a public network at the first use.
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(program).buffer } });

/** The text of the one code in a picture (PNG or JPEG), or null. */
export async function decode(picture: Buffer): Promise<string | null> {
  const found = await readBarcodes(new Uint8Array(picture), { formats: ['QRCode'] });
  return found.length === 1 ? (found[0]?.text ?? null) : null;
}

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

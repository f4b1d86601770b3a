/** Two decoders that have no code in common: ZXing in C++, and jsQR, which the local counter uses. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import jsQR from 'jsqr';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import type { Grey } from './camera.ts';

const requireModule = createRequire(import.meta.url);
const program = await readFile(requireModule.resolve('zxing-wasm/reader/zxing_reader.wasm'));
// Otherwise it would be fetched from a public network at the first use.
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(program).buffer } });

function coloured({ pixels }: Grey): Uint8ClampedArray<ArrayBuffer> {
  const data = new Uint8ClampedArray(pixels.length * 4);
  for (let index = 0; index < pixels.length; index += 1) {
    const light = pixels[index] ?? 0;
    data[index * 4] = light;
    data[index * 4 + 1] = light;
    data[index * 4 + 2] = light;
    data[index * 4 + 3] = 255;
  }
  return data;
}

/** Whether each of them reads this text in the picture, and nothing else. */
export async function decoded(
  picture: Grey,
  text: string,
): Promise<{ zxing: boolean; jsqr: boolean }> {
  const { width, height } = picture;
  const data = coloured(picture);
  const image = { data, width, height, colorSpace: 'srgb' } as ImageData;
  const found = await readBarcodes(image, { formats: ['QRCode'] });
  return {
    zxing: found.length === 1 && found[0]?.text === text,
    jsqr: jsQR(data, width, height, { inversionAttempts: 'dontInvert' })?.data === text,
  };
}

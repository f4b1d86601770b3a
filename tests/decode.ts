/** Reads a code from a picture, with the decoder that the till has too (src/till). */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const requireModule = createRequire(import.meta.url);
const program = readFileSync(requireModule.resolve('zxing-wasm/reader/zxing_reader.wasm'));

// Otherwise it would be fetched from a public network at the first use.
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(program).buffer } });

/** The text of the one code in a picture (PNG or JPEG), or null. */
export async function decode(picture: Uint8Array): Promise<string | null> {
  const found = await readBarcodes(new Uint8Array(picture), { formats: ['QRCode'] });
  return found.length === 1 ? (found[0]?.text ?? null) : null;
}

/** Reads QR codes in pixels, and parses them. The decoder is a library that loads when it is first needed. */
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { readCustomerQr } from '../lib/domain/customer-qr.ts';
import { CALL_TIMEOUT_MS } from '../lib/domain/limits.ts';
import { type RedemptionPayload, unpackRedemption } from '../lib/domain/redemption-qr.ts';
import { withTimeout } from '../lib/platform/with-timeout.ts';

type Decoder = (pixels: ImageData) => Promise<string | null>;

async function loadDecoder(): Promise<Decoder> {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader');
  // Otherwise it would be fetched from a public network.
  const overrides = { locateFile: () => wasm };
  await prepareZXingModule({ overrides, fireImmediately: true });
  return async (pixels) => {
    const found = await readBarcodes(pixels, { formats: ['QRCode'], tryHarder: true });
    const texts = found.map(({ text }) => text).filter(Boolean);
    // Besides the customer's there may be one of the counter's own codes: for the menu, or to pay.
    return texts.find((text) => readCode(text) !== null) ?? texts[0] ?? null;
  };
}

let decoder: Promise<Decoder> | null = null;

/** The decoder could not be fetched, so nothing is known about a picture. */
export class NoDecoder extends Error {}

/** Throws NoDecoder if it can't be fetched, or not in time; asked again, it is fetched again. */
export async function getDecoder(): Promise<Decoder> {
  decoder ??= loadDecoder().catch((thrown) => {
    decoder = null;
    throw thrown;
  });
  try {
    // A download that is under way continues, and the next call may find it done.
    return await withTimeout(decoder, CALL_TIMEOUT_MS);
  } catch (cause) {
    throw new NoDecoder(undefined, { cause });
  }
}

const decodePixels = async (pixels: ImageData): Promise<string | null> =>
  (await getDecoder())(pixels);

let canvas: HTMLCanvasElement | undefined;

function pixelsOf(source: CanvasImageSource, width: number, height: number, maxSide: number) {
  canvas ??= document.createElement('canvas');
  const scale = Math.min(1, maxSide / Math.max(width, height));
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context || canvas.width === 0 || canvas.height === 0) return null;
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** A frame may be smaller: there will be another one. */
const FRAME_SIDE = 1000;
/**
 * A photograph may have more pixels than the decoder needs, and than a canvas holds: on an iPhone that
 * is 4096 by 4096, and a cheap phone has no room for a hundred million.
 */
const PICTURE_SIDES = [1000, 1600, 4000];

/** The content of the code that the camera sees, or null. */
export async function decodeFrame(video: HTMLVideoElement): Promise<string | null> {
  const pixels = pixelsOf(video, video.videoWidth, video.videoHeight, FRAME_SIDE);
  return pixels && decodePixels(pixels);
}

/** The content of the code in a picture, or null if there is none, or no picture. Throws NoDecoder. */
export async function decodePicture(picture: Blob): Promise<string | null> {
  const bitmap = await createImageBitmap(picture).catch(() => null);
  if (!bitmap) return null;
  try {
    for (const side of PICTURE_SIDES) {
      const pixels = pixelsOf(bitmap, bitmap.width, bitmap.height, side);
      const content = pixels && (await decodePixels(pixels));
      if (content) return content;
    }
    return null;
  } finally {
    bitmap.close();
  }
}

/** What a scanned text holds. The payloads are the arguments of the two functions. */
export type Code =
  | { kind: 'customer'; payload: { display_name: string; uid: string; hash: string } }
  | { kind: 'redemption'; payload: RedemptionPayload };

/** Whether two codes hold the same. */
export const isSame = (a: Code, b: Code): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Whose code it is. */
export const customerId = ({ payload }: Code): string =>
  'uid' in payload ? payload.uid : payload.user_id;

/** Null if it is not a code of Stampcard. Whether what it says is true is for the backend to decide. */
export function readCode(text: string): Code | null {
  const customer = readCustomerQr(text.trim());
  if (customer) {
    const { displayName, uid, hash } = customer;
    return { kind: 'customer', payload: { display_name: displayName, uid, hash } };
  }
  const payload = unpackRedemption(text.trim());
  return payload && { kind: 'redemption', payload };
}

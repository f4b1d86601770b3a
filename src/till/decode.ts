/** Reads QR codes in pixels. The decoder is a library of its own, and comes when it is first needed. */
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';

type Decoder = (pixels: ImageData) => Promise<string | null>;

async function loadDecoder(): Promise<Decoder> {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader');
  // Otherwise it would be fetched from a public network.
  prepareZXingModule({ overrides: { locateFile: () => wasm } });
  return async (pixels) => {
    const options = { formats: ['QRCode' as const], tryHarder: true, maxNumberOfSymbols: 1 };
    const [found] = await readBarcodes(pixels, options);
    return found?.text || null;
  };
}

let decoder: Promise<Decoder> | null = null;

/** Throws where the decoder can't be fetched; asked again, it is fetched again. */
async function decodePixels(pixels: ImageData): Promise<string | null> {
  decoder ??= loadDecoder();
  try {
    return await (await decoder)(pixels);
  } catch (thrown) {
    decoder = null;
    throw thrown;
  }
}

const canvas = document.createElement('canvas');

function pixelsOf(source: CanvasImageSource, width: number, height: number, maxSide: number) {
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
/** A photograph may have more pixels than the decoder needs: its full size is tried last. */
const PICTURE_SIDES = [1000, 1600, Number.POSITIVE_INFINITY];

/** The content of the code that the camera sees, or null. */
export async function decodeFrame(video: HTMLVideoElement): Promise<string | null> {
  const pixels = pixelsOf(video, video.videoWidth, video.videoHeight, FRAME_SIDE);
  return pixels && decodePixels(pixels);
}

/** The content of the code in a picture, or null where there is none, or no picture. */
export async function decodePicture(picture: Blob): Promise<string | null> {
  const bitmap = await createImageBitmap(picture).catch(() => null);
  if (!bitmap) return null;
  for (const side of PICTURE_SIDES) {
    const pixels = pixelsOf(bitmap, bitmap.width, bitmap.height, side);
    const content = pixels && (await decodePixels(pixels));
    if (content) return content;
  }
  return null;
}

/** Runs in the browser: finds a QR code in a picture or in front of the camera. */

interface Found {
  data: string;
}
type Decoder = (pixels: Uint8ClampedArray, width: number, height: number) => Found | null;

/** Defined by jsqr.js, which is no module. */
const decoder: Decoder = Reflect.get(globalThis, 'jsQR');

/** A photograph may have more pixels than the decoder needs: its full size is tried last. */
const MAX_SIDES = [1000, 500, 1600, Number.POSITIVE_INFINITY];

function decode(source: CanvasImageSource, width: number, height: number, maxSide: number) {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context || canvas.width === 0) {
    return null;
  }
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return decoder(data, canvas.width, canvas.height)?.data ?? null;
}

/** The content of the code in a picture, or null if none can be read. */
export async function scanPicture(picture: Blob): Promise<string | null> {
  const bitmap = await createImageBitmap(picture).catch(() => null);
  if (!bitmap) {
    return null;
  }
  for (const maxSide of MAX_SIDES) {
    const content = decode(bitmap, bitmap.width, bitmap.height, maxSide);
    if (content) {
      return content;
    }
  }
  return null;
}

/** Watches the camera until a code is seen; the returned function ends it. */
export async function scanCamera(
  video: HTMLVideoElement,
  onCode: (content: string) => void,
): Promise<() => void> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment' },
  });
  let isScanning = true;
  const stop = () => {
    isScanning = false;
    for (const track of stream.getTracks()) {
      track.stop();
    }
    video.srcObject = null;
  };
  video.srcObject = stream;
  await video.play();
  const scanFrame = () => {
    if (!isScanning) {
      return;
    }
    const content = decode(video, video.videoWidth, video.videoHeight, 1000);
    if (content) {
      stop();
      onCode(content);
      return;
    }
    requestAnimationFrame(scanFrame);
  };
  scanFrame();
  return stop;
}

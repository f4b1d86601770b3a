/** Runs in the browser: finds a QR code in a picture or in front of the camera. */

interface Found {
  data: string;
}
type Decoder = (pixels: Uint8ClampedArray, width: number, height: number) => Found | null;

/** Put there by jsqr.js, which knows no modules. */
const decoder: Decoder = Reflect.get(globalThis, 'jsQR');

/** A photograph may hold more pixels than helps: the whole of it is tried last. */
const LONGEST_SIDES = [1000, 500, 1600, Number.POSITIVE_INFINITY];

function decode(source: CanvasImageSource, width: number, height: number, longest: number) {
  const scale = Math.min(1, longest / Math.max(width, height));
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

/** The content of the code in a picture, or null where there is none to be read. */
export async function scanPicture(picture: Blob): Promise<string | null> {
  const bitmap = await createImageBitmap(picture).catch(() => null);
  if (!bitmap) {
    return null;
  }
  for (const longest of LONGEST_SIDES) {
    const content = decode(bitmap, bitmap.width, bitmap.height, longest);
    if (content) {
      return content;
    }
  }
  return null;
}

/** Watches the camera until a code is seen; the returned function ends it. */
export async function scanCamera(
  video: HTMLVideoElement,
  seen: (content: string) => void,
): Promise<() => void> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment' },
  });
  let watching = true;
  const stop = () => {
    watching = false;
    for (const track of stream.getTracks()) {
      track.stop();
    }
    video.srcObject = null;
  };
  video.srcObject = stream;
  await video.play();
  const look = () => {
    if (!watching) {
      return;
    }
    const content = decode(video, video.videoWidth, video.videoHeight, 1000);
    if (content) {
      stop();
      seen(content);
      return;
    }
    requestAnimationFrame(look);
  };
  look();
  return stop;
}

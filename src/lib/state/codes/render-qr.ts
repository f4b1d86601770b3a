/** Draws the picture of a code. */
import type { QrImage } from '../../domain/qr-drawing.ts';

/** Loaded while the page is idle, or when a finger comes down on a button that will show a code. */
const loadQrRenderer = () => import('../../platform/qr-image.ts');

type Correction = 'M' | 'H';

/** The code that was drawn last: another one of the same text need not be drawn again. */
let last: { text: string; correction: Correction; image: QrImage } | undefined;

/** The picture of this text if it was the last to be drawn, else the loading state. */
export const drawnBefore = (text: string, correction: Correction): QrImage =>
  last?.text === text && last.correction === correction ? last.image : { status: 'loading' };

/** Draws what `text` resolves to; any failure on the way is a failed picture. */
export async function renderQrImage(
  text: () => string | Promise<string>,
  correction: Correction,
): Promise<QrImage> {
  try {
    const [{ renderQr }, content] = await Promise.all([loadQrRenderer(), text()]);
    const before = drawnBefore(content, correction);
    if (before.status === 'ready') return before;
    const image: QrImage = { status: 'ready', drawing: renderQr(content, correction) };
    last = { text: content, correction, image };
    return image;
  } catch {
    return { status: 'failed' };
  }
}

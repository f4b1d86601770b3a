/** The picture of a code: loading, ready or failed (docs/product.md#qr-codes). */
import type { QrDrawing } from '../../platform/qr-image.ts';

export type QrImage =
  | { status: 'loading' }
  | { status: 'ready'; drawing: QrDrawing }
  | { status: 'failed' };

/** Loaded with the first code, or when a finger comes down on a button that will show one. */
export const loadQrRenderer = () => import('../../platform/qr-image.ts');

/** Draws what `text` resolves to; any failure on the way is a failed picture. */
export async function renderQrImage(
  text: () => string | Promise<string>,
  correction: 'M' | 'H',
): Promise<QrImage> {
  try {
    const [{ renderQr }, content] = await Promise.all([loadQrRenderer(), text()]);
    return { status: 'ready', drawing: renderQr(content, correction) };
  } catch {
    return { status: 'failed' };
  }
}

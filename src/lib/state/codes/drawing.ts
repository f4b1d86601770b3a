/** The picture of a code: loading, ready or failed (docs/product.md#qr-codes). */
import type { QrDrawing } from '../../platform/qr-image.ts';

export type QrImage =
  | { status: 'loading' }
  | { status: 'ready'; drawing: QrDrawing }
  | { status: 'failed' };

/** Loaded with the first code, or when a finger comes down on a button that will show one. */
export const loadDrawing = () => import('../../platform/qr-image.ts');

/** Draws what `text` resolves to; any failure on the way is a failed picture. */
export async function drawn(
  text: () => string | Promise<string>,
  correction: 'M' | 'H',
): Promise<QrImage> {
  try {
    const [{ drawQr }, content] = await Promise.all([loadDrawing(), text()]);
    return { status: 'ready', drawing: drawQr(content, correction) };
  } catch {
    return { status: 'failed' };
  }
}

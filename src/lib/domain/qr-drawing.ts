import { QR_MARGIN_MODULES, QR_QUIET_MODULES } from './limits.ts';

/** One code, in units of one module: a scanner's view without the quiet zone. */
export interface QrDrawing {
  /** Modules along one side. */
  size: number;
  /** SVG path data of the dark modules. */
  path: string;
}

/** The picture of a code: loading, ready or failed (docs/product.md#qr-codes). */
export type QrImage =
  | { status: 'loading' }
  | { status: 'ready'; drawing: QrDrawing }
  | { status: 'failed' };

/**
 * What an SVG shows of a code that is `size` modules wide: with its margin, and where nothing else
 * is around it, with the whole quiet zone.
 */
export function qrViewBox(size: number, large: boolean): string {
  const margin = large ? QR_QUIET_MODULES : QR_MARGIN_MODULES;
  return `${-margin} ${-margin} ${size + margin * 2} ${size + margin * 2}`;
}

/** Draws QR codes as one vector path. Loaded while a page of the wallet is idle, not with it. */
import { create } from 'qrcode/lib/core/qrcode.js';
import type { QrDrawing } from '../domain/qr-drawing.ts';

/**
 * @param correction H if a logo covers the middle, else M (docs/product.md#qr-codes)
 * @throws when the text is too long for a code
 */
export function renderQr(text: string, correction: 'M' | 'H'): QrDrawing {
  const { modules } = create(text, { errorCorrectionLevel: correction });
  const { size } = modules;
  let path = '';
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (!modules.get(row, column)) continue;
      const start = column;
      while (column + 1 < size && modules.get(row, column + 1)) column++;
      const runLength = column - start + 1;
      path += `M${start} ${row}h${runLength}v1h-${runLength}z`;
    }
  }
  return { size, path };
}

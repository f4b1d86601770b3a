import { QR_MARGIN_MODULES, QR_QUIET_MODULES } from './limits.ts';

/**
 * What an SVG shows of a code that is `size` modules wide: with its margin, and where nothing else
 * is around it, with the whole quiet zone.
 */
export function qrViewBox(size: number, large: boolean): string {
  const margin = large ? QR_QUIET_MODULES : QR_MARGIN_MODULES;
  return `${-margin} ${-margin} ${size + margin * 2} ${size + margin * 2}`;
}

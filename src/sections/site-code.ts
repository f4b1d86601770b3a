/** The code that opens the site, as a picture: a phone scans it from a large screen. */
import { config } from '../lib/config.ts';
import { qrViewBox } from '../lib/domain/qr-drawing.ts';
import { renderQr } from '../lib/platform/qr-image.ts';

/** An SVG file, dark on white in every scheme, with the whole quiet zone. */
export function siteCode(): string {
  const { size, path } = renderQr(config.siteUrl, 'M');
  const view = qrViewBox(size, true);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view}"><path fill="#fff" d="M-9-9h999v999H-9z"/><path fill="#241534" d="${path}"/></svg>\n`;
}

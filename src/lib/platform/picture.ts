/**
 * A picture is painted only once its header has arrived and shows that it is within the limit: a browser
 * takes four bytes for each pixel that it paints, however small the file was. Until then
 * src/styles/base.css hides it, because what is hidden is not decoded.
 */
import { PHOTO_MAX_PIXELS } from '../domain/limits.ts';

/** On a picture that may be painted. */
export const FITS = 'data-fits';

export const isLoaded = ({ complete, naturalWidth }: HTMLImageElement): boolean =>
  complete && naturalWidth > 0;

/** Decides whether a picture that has loaded may be painted, and returns the decision. */
export function showIfFits(picture: HTMLImageElement): boolean {
  const fits = picture.naturalWidth * picture.naturalHeight <= PHOTO_MAX_PIXELS;
  picture.toggleAttribute(FITS, fits);
  return fits;
}

/**
 * A picture is painted only once its header has come and says that it is within the bound: a browser
 * takes four bytes for each pixel of what it paints, however small the file was. Until then
 * src/styles/base.css hides it, for what is hidden is not decoded.
 */
import { PHOTO_MAX_PIXELS } from '../domain/limits.ts';

/** On a picture that may be painted. */
export const FITS = 'data-fits';

export const hasCome = ({ complete, naturalWidth }: HTMLImageElement): boolean =>
  complete && naturalWidth > 0;

/** Lets a picture that has come be painted, or not; says which. */
export function showIfFits(picture: HTMLImageElement): boolean {
  const fits = picture.naturalWidth * picture.naturalHeight <= PHOTO_MAX_PIXELS;
  picture.toggleAttribute(FITS, fits);
  return fits;
}

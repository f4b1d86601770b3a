/**
 * How soon a picture is wanted: before everything else, with the page, or once it is nearly in
 * sight. A browser left alone calls 2,500 px 'nearly': all of a home screen, on a slow phone.
 */
export type ImagePriority = 'first' | 'now' | 'near';

/** The loading priority of a picture in a list of which so many stand on a phone's first screen. */
export function imagePriorityAt(index: number, firstScreenCount: number): ImagePriority {
  if (index === 0) return 'first';
  return index < firstScreenCount ? 'now' : 'near';
}

/**
 * Photos in the size in which they are shown: a store uploads up to 5 MB, a card is 180 px wide. Not every
 * project can resize them, so a build says whether its does. A refused size gives way to the photo itself.
 */

/** Width and height in CSS pixels, about as on a phone of 390 px: the browser does the rest. */
const BOXES = {
  card: [180, 135],
  details: [360, 225],
  event: [360, 270],
  eventCard: [256, 144],
  small: [112, 112],
  logo: [64, 64],
} as const;

/** Where a photo is shown, and so how large. */
export type PhotoBox = keyof typeof BOXES;

export interface PhotoSource {
  src: string;
  srcSet: string;
}

/**
 * The addresses of a photo of the backend's public storage in that size, for screens of one to three dots
 * a pixel; null for any other address.
 *
 * @param backend its origin; empty if that is the site's own
 */
export function resizedPhoto(backend: string, address: string, box: PhotoBox): PhotoSource | null {
  const [width, height] = BOXES[box];
  const storage = `${backend}/storage/v1/`;
  const stored = `${storage}object/public/`;
  // A space would end the address in a set of them (`srcset`).
  if (!address.startsWith(stored) || /[\s#]/.test(address)) return null;
  const path = address.slice(stored.length);
  const query = path.includes('?') ? '&' : '?';
  const resized = (density: number) =>
    `${storage}render/image/public/${path}${query}width=${width * density}&height=${height * density}&resize=cover`;
  return {
    src: resized(1),
    srcSet: [1, 2, 3].map((density) => `${resized(density)} ${density}x`).join(', '),
  };
}

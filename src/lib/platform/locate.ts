/** Where the device is. Separate from what every page asks of it: only one page wants to know. */
import type { Place } from '../domain/distance.ts';

/** What the device found a few minutes ago will do. */
const KEPT_MS = 300_000;

/** Once its owner allows that; else why not, as soon as that is known. */
export const locate = (): Promise<Place | 'refused' | 'unknown'> =>
  new Promise((resolve) => {
    // Missing on an unencrypted connection, and in some in-app browsers.
    if (!navigator.geolocation) resolve('unknown');
    navigator.geolocation?.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      ({ code, PERMISSION_DENIED }) => resolve(code === PERMISSION_DENIED ? 'refused' : 'unknown'),
      { maximumAge: KEPT_MS },
    );
  });

/**
 * How long to wait after a number of failures in a row: twice as long each time, up to the longest.
 * Half of it is random, so that many phones do not come back in the same instant.
 *
 * @param random from 0 to 1
 */
export const backoff = (
  failures: number,
  random: number,
  firstMs: number,
  longestMs: number,
): number => Math.min(longestMs, firstMs * 2 ** failures) * (0.5 + random / 2);

/**
 * Distinguishes a tap that was meant for what opened a sheet from one that is meant for the sheet.
 * Separate, so that inline scripts can use it.
 */

/** Android takes taps within 300 ms for a double tap, iOS within 350 ms. */
const DOUBLE_TAP_MS = 350;

/**
 * Whether a click is the second of the double tap that opened a sheet. A mouse counts its clicks
 * itself; two quick taps of a finger may both count as the first. A key counts as 0.
 *
 * @param openedAt in milliseconds since the page began
 * @param pointer the kind of the last press within the sheet, if there was one
 */
export function isSecondTap(event: UIEvent, openedAt: number, pointer: string | null): boolean {
  if (event.detail === 0) return false;
  return event.detail > 1 || (pointer !== 'mouse' && event.timeStamp - openedAt < DOUBLE_TAP_MS);
}

/** What a sheet asks of the device: when it opened, and the ways in which it is closed. */
import { platform } from '../platform/platform.ts';

export { isSecondTap } from '../platform/second-tap.ts';
export { onSwipeDown } from '../platform/swipe-down.ts';
export { followWayBack, putOnWayBack, type SheetOnWay } from '../platform/way-back.ts';

/** In milliseconds, as events have them. */
export const sheetOpenedAt = (): number => platform().elapsed();

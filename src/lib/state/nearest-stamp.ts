/** For a day without stamps: where the nearest ones are (docs/product.md#transactions). */
import { computed } from 'nanostores';
import { dataErrors } from '#text/messages.ts';
import { newestStampBefore, oldestStampAfter } from '../data/stamps-near.ts';
import { appDayKey, parseInstant } from '../domain/day.ts';
import type { Stamp } from '../domain/entities.ts';
import { platform } from '../platform/platform.ts';
import { $newestStampDay } from './listed-day.ts';
import { argsOf, resource } from './reading/resource.ts';
import { personalAtom } from './session/session.ts';

export interface NearestStamp {
  /** YYYY-MM-DD in UTC+8. */
  day: string;
  storeName: string;
}

/** The listed day, if it is known to have no stamps. */
export const $emptyDay = personalAtom<string | null>(null);

function toNearest(stamp: Stamp | null): NearestStamp | null {
  const at = parseInstant(stamp?.createdAt);
  return stamp && at !== null ? { day: appDayKey(at), storeName: stamp.storeName } : null;
}

const nearest = resource<readonly [day: string], NearestStamp | null>(
  {
    query: 'nearestStamp',
    fallback: dataErrors.loadStamps,
    read: async ({ id }, [day], signal) => {
      // For today, a stamp that is in the future by this device's clock still counts as the last one.
      const isToday = day >= appDayKey(platform().now());
      const before = await newestStampBefore(id, isToday ? null : day, signal);
      return toNearest(before ?? (isToday ? null : await oldestStampAfter(id, day, signal)));
    },
    onShown: (found) => {
      const known = $newestStampDay.get();
      if (found && (known === null || found.day > known)) $newestStampDay.set(found.day);
    },
  },
  computed($emptyDay, argsOf),
);

/** The customer's last stamp before the empty day, else the first after it; null if there is none. */
export const $nearestStamp = nearest.$value;
export const readNearestStamp = nearest.read;

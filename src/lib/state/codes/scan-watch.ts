/**
 * How the customer's screen learns that the store has scanned a code (docs/product.md#at-the-till).
 * The two functions here are the whole interface: a push channel of a hosted backend can take the
 * place of the polling behind them without any screen noticing.
 */
import { newestRedemption } from '../../data/redemptions.ts';
import { newestStamps } from '../../data/stamps.ts';
import type { Id, Redemption, Stamp } from '../../domain/entities.ts';
import type { Stop } from '../../platform/interface.ts';
import { poll } from './poll.ts';

/**
 * Stamps given after `before` was read. Rows that only moved up in the list are not new, nor is the
 * rest of a stamp that a redemption split: it is as old as the whole was.
 */
export function stampsSince(previous: readonly Stamp[], current: readonly Stamp[]): Stamp[] {
  const known = new Set(previous.map((stamp) => stamp.id));
  const newest = previous[0]?.createdAt ?? null;
  const isLater = (stamp: Stamp) => newest === null || (stamp.createdAt ?? '') > newest;
  return current.filter((stamp) => !known.has(stamp.id) && isLater(stamp));
}

/** Calls back once for each scan that gave stamps to this customer, until stopped. */
export function watchForStamps(userId: Id, onStamps: (stamps: Stamp[]) => void): Stop {
  let previous: Stamp[] | undefined;
  return poll(
    (signal) => newestStamps(userId, signal),
    (current) => {
      const given = previous ? stampsSince(previous, current) : [];
      previous = current;
      if (given.length > 0) onStamps(given);
    },
  );
}

/** Calls back for each redemption of this customer, until stopped. */
export function watchForRedemption(
  userId: Id,
  onRedemption: (redemption: Redemption) => void,
): Stop {
  let previousId: Id | null | undefined;
  return poll(
    (signal) => newestRedemption(userId, signal),
    (current) => {
      const isNew = previousId !== undefined && current !== null && current.id !== previousId;
      previousId = current?.id ?? null;
      if (isNew && current) onRedemption(current);
    },
  );
}

/**
 * Stamps that have just been given, pressed onto their card: one store after the other
 * (docs/product.md#stamp-code).
 */
import { computed } from 'nanostores';
import { rewardsOfStore } from '../../data/rewards.ts';
import { stampsHeldAt } from '../../data/stamps.ts';
import { storedSession } from '../../data/stored-session.ts';
import type { Id, Person, Stamp } from '../../domain/entities.ts';
import { filledCard, rewardsToOffer } from '../../domain/landed-stamps.ts';
import { LANDING_BUZZ_MS, LANDING_READ_MS } from '../../domain/limits.ts';
import type { Reward } from '../../domain/reward.ts';
import { isRedeemable, stampGoal, totalStamps } from '../../domain/stamp-goal.ts';
import type { Stop } from '../../platform/interface.ts';
import { platform } from '../../platform/platform.ts';
import * as storageKeys from '../../platform/storage-keys.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import { refetchAfterScan } from '../reading/cache.ts';
import { $person, personalAtom } from '../session/session.ts';

export interface Landing {
  storeId: Id;
  storeName: string;
  /** How many stamps are new. */
  given: number;
  goal: number;
  /** The card with them; null if it could not be read in time. */
  card: {
    before: number;
    total: number;
    /** These stamps made a card full. */
    filled: boolean;
    /** There is something to redeem, though it may not be known what. */
    isReady: boolean;
    reward: Reward | null;
    /** It is the first of several. */
    hasChoice: boolean;
  } | null;
}

const $landings = personalAtom<readonly Landing[]>([]);

/** The one to show, until it is dismissed. */
export const $landing = computed($landings, ([first]) => first ?? null);

export const dismissLanding = (): void => $landings.set($landings.get().slice(1));

/** While one is on the screen: a kept page would show it again, as with an open code (stamp-code.ts). */
export const dismissLandingWhenLeft = (): Stop => platform().onPageLeft(dismissLanding);

const lastNews = (): string => platform().sessionStorage.get(storageKeys.announcedStamps) ?? '';

/** Each stamp is announced once per tab, whichever page or watch has seen it. */
const isNews = ({ count, createdAt }: Stamp): boolean =>
  count > 0 && (createdAt === null || createdAt > lastNews());

/** By store, in the order in which the stores first gave any. */
function byStore(given: readonly Stamp[]): Stamp[][] {
  const stores = new Map<Id, Stamp[]>();
  for (const stamp of given.toReversed()) {
    stores.set(stamp.storeId, [...(stores.get(stamp.storeId) ?? []), stamp]);
  }
  return [...stores.values()];
}

/** What is read, unless it fails or takes too long: the stamps are announced anyway. */
function inTime<T>(read: (canceled: AbortSignal) => Promise<T[]>): Promise<T[]> {
  const over = new AbortController();
  const answer = read(over.signal).catch((): T[] => []);
  return withTimeout(answer, LANDING_READ_MS, () => {
    over.abort();
    return [];
  });
}

/** What these stamps of one store, newest last, do to its card. */
async function landingOf(person: Person, stamps: readonly Stamp[]): Promise<Landing | null> {
  const newest = stamps.at(-1);
  if (newest === undefined) return null;
  const { storeId, storeName } = newest;
  const [[held], rewards] = await Promise.all([
    inTime((canceled) => stampsHeldAt(person.id, [storeId], canceled)),
    inTime((canceled) => rewardsOfStore(storeId, platform().now(), canceled)),
  ]);
  const given = totalStamps(stamps);
  const goal = stampGoal(newest.metadata);
  if (held === undefined) return { storeId, storeName, given, goal, card: null };
  const { total } = held;
  const before = Math.max(0, total - given);
  const [reward = null, ...others] = rewardsToOffer(rewards, before, total);
  const isReady = reward !== null || isRedeemable(total, goal);
  const filled = filledCard(before, total, goal);
  const card = { before, total, filled, isReady, reward, hasChoice: others.length > 0 };
  return { storeId, storeName, given, goal, card };
}

/**
 * Tills may give to the same card one after the other: it is announced once, with all of them, except
 * those that were taken back meanwhile.
 */
function withLanding(all: readonly Landing[], landing: Landing): Landing[] {
  const earlier = all.find(({ storeId }) => storeId === landing.storeId);
  if (earlier === undefined) return [...all, landing];
  const { total } = landing.card ?? {};
  const given =
    total === undefined || earlier.card === null
      ? earlier.given + landing.given
      : Math.max(landing.given, total - earlier.card.before);
  const before = Math.max(0, (total ?? 0) - given);
  const card = landing.card && {
    ...landing.card,
    before,
    filled: filledCard(before, landing.card.total, landing.goal),
  };
  return all.map((one) => (one === earlier ? { ...landing, given, card } : one));
}

/** Ends once what was given before is read: a late answer must not replace a newer one. */
let readBefore: Promise<unknown> = Promise.resolve();

/**
 * Announces stamps that were given, at once or when nothing else is open.
 *
 * @param onShown called once they are shown: what was shown until then may go
 */
export async function showLandings(
  person: Person,
  given: readonly Stamp[],
  onShown: () => void,
): Promise<void> {
  if ($person.get()?.id !== person.id) return;
  const news = given.filter(isNews);
  if (news.length === 0) return;
  const stores = byStore(news);
  const reading = Promise.all(stores.map((stamps) => landingOf(person, stamps)));
  const before = readBefore;
  readBefore = Promise.allSettled([before, reading]);
  await before;
  const told = await reading;
  // Another page may have announced them, if this one was left meanwhile.
  if (storedSession()?.person.id !== person.id || !news.some(isNews)) return;
  const newest = news.find(({ createdAt }) => createdAt !== null)?.createdAt;
  if (newest) platform().sessionStorage.set(storageKeys.announcedStamps, newest);
  const landings = told.filter((landing) => landing !== null);
  $landings.set(landings.reduce<readonly Landing[]>(withLanding, $landings.get()));
  onShown();
  platform().vibrate(LANDING_BUZZ_MS);
  refetchAfterScan();
}

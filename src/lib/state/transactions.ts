/** /transactions: two tabs, a day, pages of 5 (docs/product.md#transactions). */
import { atom, computed, onMount } from 'nanostores';
import type { PageOf } from '../data/page.ts';
import { redemptionsPage } from '../data/redemptions.ts';
import { stampsHeldAt, stampsOfDay } from '../data/stamps.ts';
import { appDayKey, isDayKey } from '../domain/day.ts';
import { TRANSACTIONS_PAGE_SIZE } from '../domain/limits.ts';
import { clampPage, totalPages } from '../domain/pagination.ts';
import { groupStamps, type StampGroup } from '../domain/stamp-groups.ts';
import { dataErrors } from '../messages.ts';
import { platform } from '../platform/platform.ts';
import { initially } from './initially.ts';
import { isFresh } from './reading/loadable.ts';
import { resource } from './reading/resource.ts';
import { personalAtom } from './session/session.ts';

export type Tab = 'stamps' | 'redemptions';

export const $tab = atom<Tab>('stamps');
/** The day whose stamps are listed, YYYY-MM-DD in UTC+8; null until the page knows today. */
export const $day = atom<string | null>(null);
export const $stampsPage = personalAtom(1);
export const $redemptionsPage = personalAtom(1);

/** How many there are in all, as last heard: the pager keeps its length while a page loads. */
const $stampsCount = personalAtom(0);
const $redemptionsCount = personalAtom(0);

const pagesOf = (count: number): number => totalPages(count, TRANSACTIONS_PAGE_SIZE);

export const $stampsPages = initially(computed($stampsCount, pagesOf), 1);
export const $redemptionsPages = initially(computed($redemptionsCount, pagesOf), 1);

const today = (): string => appDayKey(platform().now());

/** No day was chosen: the list moves on with the days. */
let followsToday = true;

function moveToToday(): void {
  if (!followsToday || $day.get() === today()) return;
  $stampsPage.set(1);
  $day.set(today());
}

onMount($day, () => {
  if (!platform().isBrowser()) return;
  moveToToday();
  const stops = [
    platform().onPageRestored(moveToToday),
    platform().onVisibilityChange(moveToToday),
  ];
  return () => {
    for (const stop of stops) stop();
  };
});

async function requestStampGroups(
  userId: string,
  day: string,
  page: number,
  signal: AbortSignal,
): Promise<PageOf<StampGroup>> {
  const dayStamps = await stampsOfDay(userId, day, page, signal);
  const storeIds = [...new Set(dayStamps.items.map((stamp) => stamp.storeId))];
  const held = await stampsHeldAt(userId, storeIds, signal);
  const totals = new Map(held.map(({ storeId, total }) => [storeId, total]));
  return { ...dayStamps, items: groupStamps(dayStamps.items, totals) };
}

const stamps = resource(
  {
    query: 'stamps',
    fallback: dataErrors.loadStamps,
    read: (person, [day, page], signal) => requestStampGroups(person.id, day, page, signal),
    onShown: (answer, [day, page]) => {
      $stampsCount.set(answer.count);
      if (answer.page === page) return;
      // The page asked for is past the end: the last one there is came in its place.
      stamps.setAnswer([day, answer.page], answer);
      $stampsPage.set(answer.page);
    },
  },
  computed([$day, $stampsPage], (day, page) => (day === null ? null : ([day, page] as const))),
);

/** The cards of the chosen day. */
export const $stampGroups = stamps.$value;
export const readStamps = stamps.read;

const redemptions = resource(
  {
    query: 'redemptions',
    fallback: dataErrors.loadRedemptions,
    read: (person, [page], signal) => redemptionsPage(person.id, page, signal),
    onShown: (answer, [page]) => {
      $redemptionsCount.set(answer.count);
      if (answer.page === page) return;
      redemptions.setAnswer([answer.page], answer);
      $redemptionsPage.set(answer.page);
    },
  },
  computed($redemptionsPage, (page) => [page] as const),
);

export const $redemptions = redemptions.$value;
export const readRedemptions = redemptions.read;

/** Both lists are the newest there are: a redemption seen elsewhere is among them. */
export const $listsSettled = initially(
  computed(
    [$stampGroups, $redemptions],
    (groups, redeemed) => isFresh(groups) && isFresh(redeemed),
  ),
  false,
);

export function chooseTab(tab: Tab): void {
  $tab.set(tab);
}

/** A new day begins on its first page. What is no day at all (a cleared field) means today. */
export function chooseDay(day: string): void {
  const chosen = isDayKey(day) ? day : today();
  followsToday = chosen === today();
  $stampsPage.set(1);
  $day.set(chosen);
}

export const goToStampsPage = (page: number): void =>
  $stampsPage.set(clampPage(page, $stampsPages.get()));

export const goToRedemptionsPage = (page: number): void =>
  $redemptionsPage.set(clampPage(page, $redemptionsPages.get()));

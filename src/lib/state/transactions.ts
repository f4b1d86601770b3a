/** /transactions: two tabs, a day, pages of 5 (specification, sections 2, 4 and 5). */
import { atom, computed } from 'nanostores';
import type { PageOf } from '../data/page.ts';
import { redemptionsPage } from '../data/redemptions.ts';
import { stampsHeldAt, stampsOfDay } from '../data/stamps.ts';
import { appDayKey, isDayKey } from '../domain/day.ts';
import type { Redemption } from '../domain/entities.ts';
import { TRANSACTIONS_PAGE_SIZE } from '../domain/limits.ts';
import { clampPage, totalPages } from '../domain/pagination.ts';
import { groupStamps, heldByStore, type StampGroup } from '../domain/stamp-groups.ts';
import { dataErrors } from '../messages.ts';
import { platform } from '../platform/platform.ts';
import { signedInPerson, whenSignedIn } from './auth.ts';
import { load, loadable } from './loadable.ts';
import { redemptionListed } from './redeeming.ts';
import { $scans } from './scans.ts';
import { whileWatched } from './while-watched.ts';

export type Tab = 'stamps' | 'redemptions';

export const $tab = atom<Tab>('stamps');
/** The day whose stamps are listed, YYYY-MM-DD in UTC+8; null until the page knows today. */
export const $day = atom<string | null>(null);
export const $stampsPage = atom(1);
export const $redemptionsPage = atom(1);
export const $stampGroups = loadable<PageOf<StampGroup>>();
export const $redemptions = loadable<PageOf<Redemption>>();

/** How many there are in all, as last heard: the pager keeps its length while a page loads. */
const $stampsCount = atom(0);
const $redemptionsCount = atom(0);

const pagesOf = (count: number): number => totalPages(count, TRANSACTIONS_PAGE_SIZE);

export const $stampsPages = computed($stampsCount, pagesOf);
export const $redemptionsPages = computed($redemptionsCount, pagesOf);

const today = (): string => appDayKey(platform().now());

/** Nobody chose a day: the list moves on with the days. */
let showsToday = true;

async function groupsOf(userId: string, day: string, page: number): Promise<PageOf<StampGroup>> {
  const stamps = await stampsOfDay(userId, day, page);
  const storeIds = [...new Set(stamps.items.map((stamp) => stamp.storeId))];
  const held = heldByStore(await stampsHeldAt(userId, storeIds));
  return { ...stamps, items: groupStamps(stamps.items, held) };
}

export async function loadStamps(fromScratch = false): Promise<void> {
  const person = await signedInPerson();
  if (!person) return;
  const day = $day.get() ?? today();
  $day.set(day);
  const page = $stampsPage.get();
  await load($stampGroups, dataErrors.loadStamps, () => groupsOf(person.id, day, page), {
    fromScratch,
    ...(page === 1 ? { lastSeenAs: `stamps.${person.id}.${day}` } : {}),
  });
  const shown = $stampGroups.get();
  if (shown.status !== 'ready') return;
  $stampsCount.set(shown.value.count);
  $stampsPage.set(shown.value.page);
}

export async function loadRedemptions(fromScratch = false): Promise<void> {
  const person = await signedInPerson();
  if (!person) return;
  const page = $redemptionsPage.get();
  await load($redemptions, dataErrors.loadRedemptions, () => redemptionsPage(person.id, page), {
    fromScratch,
    ...(page === 1 ? { lastSeenAs: `redemptions.${person.id}` } : {}),
  });
  const shown = $redemptions.get();
  if (shown.status !== 'ready') return;
  $redemptionsCount.set(shown.value.count);
  $redemptionsPage.set(shown.value.page);
}

export function chooseTab(tab: Tab): void {
  $tab.set(tab);
}

/** A new day begins on its first page. What is no day at all (a cleared field) means today. */
export async function chooseDay(day: string): Promise<void> {
  $day.set(isDayKey(day) ? day : today());
  showsToday = $day.get() === today();
  $stampsPage.set(1);
  await loadStamps(true);
}

export async function goToStampsPage(page: number): Promise<void> {
  $stampsPage.set(clampPage(page, $stampsPages.get()));
  await loadStamps(true);
}

export async function goToRedemptionsPage(page: number): Promise<void> {
  $redemptionsPage.set(clampPage(page, $redemptionsPages.get()));
  await loadRedemptions(true);
}

/** Both lists at once: the second tab is there before it is asked for. */
export async function loadTransactions(): Promise<void> {
  const isNewDay = showsToday && $day.get() !== today();
  if (isNewDay) {
    $day.set(today());
    $stampsPage.set(1);
  }
  await Promise.all([loadStamps(isNewDay), loadRedemptions()]);
  redemptionListed();
}

whileWatched(
  $stampGroups,
  () => whenSignedIn(() => void loadTransactions()),
  () => $scans.listen(() => void loadTransactions()),
);

/** /transactions: two tabs, a day, pages (docs/product.md#transactions). */
import { atom, computed } from 'nanostores';
import { dataErrors } from '#text/messages.ts';
import type { PageOf } from '../data/page.ts';
import { redemptionsPage } from '../data/redemptions.ts';
import { stampsHeldAnywhere, stampsOfDay } from '../data/stamps.ts';
import { storesBeforePage } from '../data/stamps-near.ts';
import type { Id } from '../domain/entities.ts';
import { clampPage, rowRange, totalPages } from '../domain/pagination.ts';
import { groupStamps, type StampGroup } from '../domain/stamp-groups.ts';
import { followAddress, inAddress, keepInAddress } from './address.ts';
import { $day, $stampsPage, $today, pageInAddress } from './listed-day.ts';
import { $emptyDay, $nearestStamp } from './nearest-stamp.ts';
import { isFresh, shownValue } from './reading/loadable.ts';
import { type ResourceOptions, resource } from './reading/resource.ts';
import { withServerValue } from './server-value.ts';
import { personalAtom } from './session/session.ts';

export type Tab = 'stamps' | 'redemptions';

export const $tab = atom<Tab>('stamps');
export const $redemptionsPage = personalAtom(1);

/** Going back finds the tab, the day and both pages as they were. */
followAddress($tab, 'transactions', () =>
  $tab.set(inAddress('transactions', 'tab') === 'redemptions' ? 'redemptions' : 'stamps'),
);

followAddress($redemptionsPage, 'transactions', () =>
  $redemptionsPage.set(pageInAddress('redeemed')),
);

/** How many there are in all, as last reported: the pager keeps its length while a page loads. */
const $stampsCount = personalAtom<{ ofDay: string | null; count: number }>({
  ofDay: null,
  count: 0,
});
const $redemptionsCount = personalAtom(0);

export const $stampsPages = withServerValue(
  computed([$stampsCount, $day], ({ ofDay, count }, day) => totalPages(ofDay === day ? count : 0)),
  1,
);
export const $redemptionsPages = withServerValue(computed($redemptionsCount, totalPages), 1);

export interface ListedGroup extends StampGroup {
  /** The store's card is on an earlier page of the day (docs/decisions/long-lists.md). */
  isContinued: boolean;
}

async function requestStampGroups(
  userId: Id,
  day: string,
  page: number,
  signal: AbortSignal,
): Promise<PageOf<ListedGroup>> {
  const reading = stampsOfDay(userId, day, page, signal);
  const storesOfDay = async () => [...new Set((await reading).items.map(({ storeId }) => storeId))];
  const [dayStamps, storesBefore, held] = await Promise.all([
    reading,
    storesBeforePage(userId, day, page, signal),
    stampsHeldAnywhere(userId, storesOfDay, signal),
  ]);
  const holdings = new Map(held.map((holding) => [holding.storeId, holding]));
  // The answer may be an earlier page than the one asked for, which begins with an earlier row.
  const { from } = rowRange(dayStamps.page);
  const earlier = new Set(storesBefore.slice(0, from));
  const items = groupStamps(dayStamps.items, holdings).map((group) => ({
    ...group,
    isContinued: earlier.has(group.storeId),
  }));
  return { ...dayStamps, items };
}

const stampsOptions: ResourceOptions<readonly [day: string, page: number], PageOf<ListedGroup>> = {
  query: 'stamps',
  fallback: dataErrors.loadStamps,
  read: (person, [day, page], signal) => requestStampGroups(person.id, day, page, signal),
};

const stamps = resource(
  {
    ...stampsOptions,
    onShown: (answer, [day, page]) => {
      $stampsCount.set({ ofDay: day, count: answer.count });
      $emptyDay.set(answer.count === 0 ? day : null);
      if (answer.page === page) return;
      // The requested page is past the end: the last existing one came instead.
      stamps.setAnswer([day, answer.page], answer);
      goToStampsPage(answer.page);
    },
  },
  computed([$day, $stampsPage], (day, page) => (day === null ? null : ([day, page] as const))),
);

export const $stampGroups = stamps.$value;
export const readStamps = stamps.read;

/** If today has no stamps: the cards of the last day that has some. */
export const $lastGroups = resource(
  stampsOptions,
  computed([$emptyDay, $today, $nearestStamp], (empty, today, state) => {
    const last = empty === today ? shownValue(state) : null;
    return last ? ([last.day, 1] as const) : null;
  }),
).$value;

const redemptions = resource(
  {
    query: 'redemptions',
    fallback: dataErrors.loadRedemptions,
    read: (person, [page], signal) => redemptionsPage(person.id, page, signal),
    onShown: (answer, [page]) => {
      $redemptionsCount.set(answer.count);
      if (answer.page === page) return;
      redemptions.setAnswer([answer.page], answer);
      goToRedemptionsPage(answer.page);
    },
  },
  computed($redemptionsPage, (page) => [page] as const),
);

export const $redemptions = redemptions.$value;
export const readRedemptions = redemptions.read;

/** Both lists are the newest there are: a redemption seen elsewhere is among them. */
export const $listsSettled = withServerValue(
  computed(
    [$stampGroups, $redemptions],
    (groups, redeemed) => isFresh(groups) && isFresh(redeemed),
  ),
  false,
);

export function chooseTab(tab: Tab): void {
  keepInAddress('transactions', { tab: tab === 'stamps' ? null : tab });
  $tab.set(tab);
}

const pageOrNone = (page: number): string | null => (page === 1 ? null : String(page));

export function goToStampsPage(page: number): void {
  $stampsPage.set(clampPage(page, $stampsPages.get()));
  keepInAddress('transactions', { page: pageOrNone($stampsPage.get()) });
}

export function goToRedemptionsPage(page: number): void {
  $redemptionsPage.set(clampPage(page, $redemptionsPages.get()));
  keepInAddress('transactions', { redeemed: pageOrNone($redemptionsPage.get()) });
}

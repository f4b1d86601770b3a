/** /transactions with a day's stamps, five a page. */
import { type Answer, outOfRange, rows } from '../data/fake-backend.ts';
import { openPage, type PageOptions, settle } from './open-page.ts';

/** 12 stamps of one day, five a page, each at a store of its own. */
export const stampsOf =
  (count: number): Answer =>
  (asked) => {
    const from = Number(asked.query.get('offset'));
    if (from >= count && from > 0) return outOfRange(asked);
    const page = Array.from({ length: Math.min(5, count - from) }, (_, index) => ({
      id: from + index + 1,
      store_id: from + index + 1,
      stamp_count: 1,
      created_at: '2026-11-21T01:00:00+00:00',
    }));
    return rows(page, count)(asked);
  };

/** All that the screen shows. */
export const screen = async () => ({
  ...(await import('../../../src/lib/state/transactions.ts')),
  ...(await import('../../../src/lib/state/listed-day.ts')),
  ...(await import('../../../src/lib/state/nearest-stamp.ts')),
});

/** The screen, its first page already there. */
export async function openTransactions(count = 12, opening: PageOptions = {}) {
  const page = await openPage('/transactions', opening);
  page.backend.answer('rest/stamps', stampsOf(count));
  const state = await screen();
  const { $day, $stampGroups, $nearestStamp, $redemptions } = state;
  for (const $value of [$day, state.$lastDay, $stampGroups, $nearestStamp, $redemptions]) {
    $value.listen(() => undefined);
  }
  await settle();
  const pagesAsked = () =>
    page.backend.of('rest/stamps').filter(({ headers }) => headers.get('prefer') === 'count=exact');
  /** The pages of the day that were asked for. */
  const asked = () => pagesAsked().map(({ query }) => Number(query.get('offset')) / 5 + 1);
  const days = () => pagesAsked().flatMap(({ query }) => query.getAll('created_at')[0] ?? []);
  const shown = () => {
    const groups = state.$stampGroups.get();
    return groups.status === 'ready' ? groups.value.items.map((g) => g.storeId) : groups.status;
  };
  const pager = () => [state.$stampsPage.get(), state.$stampsPages.get()];
  return { ...page, ...state, asked, days, shown, pager };
}

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { activeRewards } from '../../src/lib/data/active-rewards.ts';
import { upcomingEvents } from '../../src/lib/data/events.ts';
import type { Cursor, ListPage } from '../../src/lib/data/keyset.ts';
import { sendCode, verifyCode } from '../../src/lib/data/sign-in.ts';
import type { Reward } from '../../src/lib/domain/reward.ts';
import { fewInARow, fewOfAStore, spreadStores } from '../../src/lib/domain/spread-stores.ts';
import { browserPlatform } from '../../src/lib/platform/browser.ts';
import { setPlatform } from '../../src/lib/platform/platform.ts';
import { startSession } from '../../src/lib/state/session/session.ts';
import { memoryPlatform } from '../memory-platform.ts';
import { ana } from '../people.ts';
import { backend, freshData, ORIGIN, send } from './as.ts';

const NOW = Date.now();

/** Page after page, as one scrolls. */
async function everyPage<T>(
  read: (
    wanted: { after: Cursor | null; count: number },
    above: readonly T[],
  ) => Promise<ListPage<T>>,
): Promise<T[]> {
  const found: T[] = [];
  let after: Cursor | null = null;
  do {
    const page: ListPage<T> = await read({ after, count: 50 }, found);
    found.push(...page.items);
    after = page.next;
  } while (after !== null);
  return found;
}

const idsIn = async (sql: string): Promise<string[]> =>
  (await (await backend()).query<{ id: string }>(sql)).map(({ id }) => String(id));

beforeAll(async () => {
  await freshData();
  setPlatform(memoryPlatform('/rewards', ORIGIN));
  vi.stubGlobal('fetch', send);
  await startSession();
  await sendCode(ana.email, ORIGIN, 'No code was sent.');
  const code = (await backend()).mail(ana.email).at(-1)?.code ?? '';
  await verifyCode(ana.email, code, 'The code was refused.');
  // Ends and starts that many share, to the microsecond, and others that are missing.
  await (await backend()).query(`
    insert into public.rewards (title, store_id, date_start, date_end)
    select 'Reward ' || n, s.id,
      case when n % 5 > 0 then now() - (n % 3 + 1) * interval '1 day' + interval '1 microsecond' end,
      case when n % 4 > 0 then now() + (n % 3) * interval '1 day' + n % 2 * interval '1 microsecond' end
    from public.stores s, generate_series(1, 40) n where s.id <= 4`);
  await (await backend()).query(`
    insert into public.events (name, date)
    select 'Event ' || n, now() + (n % 3) * interval '1 day' from generate_series(1, 120) n`);
});

afterAll(() => {
  vi.unstubAllGlobals();
  setPlatform(browserPlatform);
});

describe('page after page', () => {
  test('every active reward comes once, in the order of the database', async () => {
    const shown = await everyPage<Reward>((wanted, above) =>
      activeRewards(NOW, wanted, undefined, above),
    );
    const expected = await idsIn(`
      select r.id from public.rewards r left join public.stores s on s.id = r.store_id
      where s.suspended is not true
        and (r.date_start is null or private.app_day(r.date_start) <= private.app_day(now()))
        and (r.date_end is null or private.app_day(r.date_end) >= private.app_day(now()))
      order by r.date_end nulls last, r.date_start nulls last, r.id`);
    expect(expected.length).toBeGreaterThan(150);
    expect(shown.map(({ id }) => id)).toEqual(expected);
  });

  test('every event to come comes once, soonest first', async () => {
    const shown = await everyPage((wanted) => upcomingEvents(NOW, wanted));
    const expected = await idsIn(`
      select id from public.events
      where private.app_day(date) >= private.app_day(now()) order by date, id`);
    expect(expected.length).toBeGreaterThan(120);
    expect(shown.map(({ id }) => id)).toEqual(expected);
  });
});

describe.each([44, 500])('%i rewards of one store that end first', (count) => {
  beforeAll(async () => {
    // As on a project that sets no bound.
    const { query } = await backend();
    await query(`set session_replication_role = replica`);
    await query(`delete from public.rewards where title = 'Fill'`);
    await query(`
      insert into public.rewards (title, store_id, date_start, date_end)
        select 'Fill', 2, now() - interval '1 day', now() + interval '1 minute'
          from generate_series(1, ${count})`);
    await query(`reset session_replication_role`);
  });

  const listed = async (rule: typeof fewInARow) => {
    const { items, ahead = [] } = await activeRewards(NOW);
    return spreadStores(items, ahead, rule).map(({ storeId }) => storeId);
  };

  test('are two of the first page on /home', async () => {
    const all = await everyPage<Reward>((wanted, above) =>
      activeRewards(NOW, wanted, undefined, above),
    );
    const ofStores = all.filter(({ storeId }) => storeId !== null);
    const stores = Object.groupBy(ofStores, ({ storeId }) => storeId ?? '');
    // Two of each, or the only one.
    const expected = Object.entries(stores).flatMap(([id, of]) => of?.slice(0, 2).map(() => id));
    const page = (await listed(fewOfAStore)).slice(0, expected.length);
    expect(page.toSorted()).toEqual(expected.toSorted());
  });

  test('are three in a row at most on the first page of /rewards', async () => {
    const page = (await listed(fewInARow)).slice(0, 50);
    expect(page).toHaveLength(50);
    const runs = page.map((id, index) =>
      page.slice(index, index + 4).every((other) => other === id) ? 1 : 0,
    );
    expect(runs.slice(0, 47)).not.toContain(1);
  });
});

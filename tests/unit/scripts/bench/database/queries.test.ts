// @vitest-environment node
import { expect, test } from 'vitest';
import type { ClientRequest } from '../../../../../scripts/bench/database/postgrest.ts';
import { ENTRIES } from '../../../../../scripts/bench/database/queries.ts';
import type { Cursor } from '../../../../../src/lib/data/keyset.ts';
import { samplesOf } from '../../../../samples.ts';
import { rows } from '../../../data/fake-backend.ts';
import { ana, MORNING, openPage } from '../../../state/open-page.ts';

const samples = samplesOf('ben', 'dina');

/** What two requests have in common that are answered by one plan: everything but the values. */
function shapeOf({ path, exactCount }: ClientRequest): string {
  const [table, query] = path.split('?');
  const parts = [...new URLSearchParams(query)].flatMap(([key, value]) => {
    if (key === 'limit' || key === 'offset') return [];
    if (key === 'select' || key === 'order') return [`${key}=${value.replaceAll(' ', '')}`];
    const operators = value.match(/\b(?:not|is|eq|gte?|lte?|ilike|in|and|or)\b(?=[.(])/g) ?? [];
    return [`${key}=${operators.join(' ')}`];
  });
  return [table, ...parts.sort(), ...(exactCount ? ['count'] : [])].join(' ');
}

const on = new AbortController().signal;
const after = (cursor: Cursor) => ({ after: cursor, count: 50 });

/** Every read of the data modules. */
const READS: Record<string, () => Promise<unknown>> = {
  rewards: async () => {
    const { activeRewards } = await import('../../../../../src/lib/data/active-rewards.ts');
    const { rewardById, rewardsOfStore } = await import('../../../../../src/lib/data/rewards.ts');
    await activeRewards(MORNING);
    await activeRewards(MORNING, after(['2026-12-01', '2026-11-01', '7']));
    await activeRewards(MORNING, after([null, '2026-11-01', '7']));
    await rewardsOfStore('3', MORNING);
    await rewardById('3', MORNING);
  },
  events: async () => {
    const { eventById, upcomingEvents } = await import('../../../../../src/lib/data/events.ts');
    await upcomingEvents(MORNING);
    await upcomingEvents(MORNING, after(['2026-12-01', '7']));
    await eventById('3');
  },
  stores: async () => {
    const { searchStores } = await import('../../../../../src/lib/data/store-search.ts');
    const { storeById } = await import('../../../../../src/lib/data/stores.ts');
    await searchStores('kape', on);
    await storeById('3');
    const { storeNameForAnyone } = await import('../../../../../src/lib/data/store-name.ts');
    await storeNameForAnyone('3');
  },
  'own data': async () => {
    const { aboutMe, collectMyData } = await import('../../../../../src/lib/data/my-data.ts');
    await aboutMe(ana, on);
    await collectMyData(ana, MORNING, () => undefined, on);
  },
  cards: async () => {
    const { myCards } = await import('../../../../../src/lib/data/my-cards.ts');
    await myCards('ben');
  },
  stamps: async () => {
    const { stampsAtStore, stampsHeldAt, stampsOfDay } = await import(
      '../../../../../src/lib/data/stamps.ts'
    );
    await stampsAtStore('ben', '3', 10);
    await stampsHeldAt('ben', ['3']);
    await stampsOfDay('ben', '2026-11-20', 2);
    const near = await import('../../../../../src/lib/data/stamps-near.ts');
    await near.storesBeforePage('ben', '2026-11-20', 2);
    await near.newestStampBefore('ben', null);
    await near.newestStampBefore('ben', '2026-11-20');
    await near.oldestStampAfter('ben', '2026-11-20');
    const { stampDays } = await import('../../../../../src/lib/data/stamp-days.ts');
    await stampDays('ben', '2026-11');
    const { stampsOfStore } = await import('../../../../../src/lib/data/stamps-of-store.ts');
    await stampsOfStore('ben', '3', { after: null, count: 50 });
    await stampsOfStore('ben', '3', after(['2026-12-01', '7']));
  },
  redemptions: async () => {
    const { redemptionsPage } = await import('../../../../../src/lib/data/redemptions.ts');
    await redemptionsPage('ben', 2);
  },
};

test.each(Object.keys(READS))('the bench asks for %s as the client does', async (name) => {
  const { backend } = await openPage('/home');
  const row = { id: 3, store_id: 3, date: '2026-12-01', stores: { id: 3, suspended: false } };
  backend.answer('rest/rewards', rows([{ ...row, title: 'Tea' }]));
  backend.answer('rest/events', rows([row]));
  backend.answer('rest/stamps', rows([row]));
  backend.answer('rest/redemptions', rows([row]));
  backend.answer('rest/rpc/search_stores', rows([row]));
  backend.answer('rest/rpc/stamps_held', rows([row]));
  backend.answer('rest/rpc/my_cards', rows([row]));
  backend.answer('rest/rpc/stamp_days', rows([{ day: '2026-11-20' }]));
  await READS[name]?.();
  const measured = new Set(ENTRIES.map(({ request }) => shapeOf(request(samples, 0))));
  const asked = backend.requests.map(({ path, query, headers }) =>
    shapeOf({
      path: `${path.replace('rest', '')}?${query}`,
      exactCount: headers.get('prefer')?.includes('count=exact') ?? false,
    }),
  );
  expect(asked).not.toEqual([]);
  for (const shape of asked) expect(measured).toContain(shape);
});

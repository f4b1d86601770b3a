/** A backend that answers late, and not in the order in which it was asked. */
import type { Page, Route } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { EventsPage, HomePage, RedeemPage, Shell, TransactionsPage } from './models/index.ts';
import { answer, callsOf, hold, reads, skeletonCards } from './support/backend.ts';
import { stopClock } from './support/clock.ts';

const DAYS = ['2025-11-18', '2025-11-19', '2025-11-20'] as const;

/** The stamps of a day (in UTC+8), each at a store named after it, kept back until released. */
async function heldDays(page: Page) {
  // The sums of cards are not what this is about.
  await page.route(callsOf('stamps_held'), (route) => route.fulfill({ json: [] }));
  const held = new Map<string, { asked: Promise<void>; release: () => void }>();
  for (const day of DAYS) {
    const asked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const start = encodeURIComponent(new Date(`${day}T00:00:00+08:00`).toISOString());
    await page.route(
      (url) => reads('stamps').test(url.href) && url.search.includes(`gte.${start}`),
      async (route) => {
        asked.resolve();
        await released.promise;
        const stamp = { id: day, store_id: 1, store_name: `Store of ${day}`, stamp_count: 1 };
        await route.fulfill({
          json: [{ ...stamp, created_at: `${day}T04:00:00Z` }],
          headers: { 'content-range': '0-0/1' },
        });
      },
    );
    held.set(day, { asked: asked.promise, release: released.resolve });
  }
  const of = (day: string) => held.get(day) as { asked: Promise<void>; release: () => void };
  return { asked: (day: string) => of(day).asked, release: (day: string) => of(day).release() };
}

for (const order of [
  [DAYS[0], DAYS[2], DAYS[1]],
  [DAYS[1], DAYS[0], DAYS[2]],
  [DAYS[2], DAYS[1], DAYS[0]],
] as const) {
  test(`the day that was chosen last is shown where answers come in the order ${order.join(', ')}`, async ({
    page,
    customer: _,
  }) => {
    const transactions = new TransactionsPage(page);
    await stopClock(page);
    const days = await heldDays(page);
    // Today's are asked for first; then one day after another, faster than any answer.
    await transactions.open();
    await days.asked('2025-11-20');
    await transactions.chooseDay('2025-11-18');
    await days.asked('2025-11-18');
    await transactions.chooseDay('2025-11-19');
    await days.asked('2025-11-19');
    await expect(transactions.dayField).toHaveValue('2025-11-19');
    for (const day of order) {
      const isChosen = day === '2025-11-19';
      days.release(day);
      if (isChosen) await expect(transactions.cards).toHaveText([/Store of 2025-11-19/]);
      else if (order.indexOf(day) < order.indexOf('2025-11-19'))
        await expect(skeletonCards(page)).toHaveCount(4);
    }
    await expect(transactions.cards).toHaveText([/Store of 2025-11-19/]);
    await expect(transactions.dayField).toHaveValue('2025-11-19');

    // Each of the others has its own answer still, and none of them another's.
    await transactions.chooseDay('2025-11-18');
    await expect(transactions.cards).toHaveText([/Store of 2025-11-18/]);
  });
}

test('the search waits for the newest question’s answer, whichever comes first', async ({
  page,
  customer: _,
}) => {
  await stopClock(page);
  const home = new HomePage(page);
  await home.open();
  const { search } = home;
  const releases = new Map<string, () => void>();
  for (const name of ['kape', 'halo', 'pizza'])
    releases.set(name, await hold(page, new RegExp(`search_stores\\?term=${name}`)));
  for (const name of ['kape', 'halo', 'pizza']) {
    const asked = page.waitForRequest(new RegExp(`search_stores\\?term=${name}`));
    await search.searchFor(name);
    await asked;
  }
  for (const older of ['halo', 'kape']) {
    releases.get(older)?.();
    await expect(page.getByText('Searching…', { exact: true })).toBeVisible();
    await expect(search.results).toHaveCount(0);
  }
  await expect(search.field).toHaveValue('pizza');
  releases.get('pizza')?.();
  await expect(search.results).toHaveText([/Pizza sa Kanto/]);
});

test('the stamp code opens and closes at each tap though nothing is answered, and tells a stamp once', async ({
  page,
  customer: _,
}) => {
  const shell = new Shell(page);
  await new EventsPage(page).open();
  const requests = { made: 0 };
  page.on('request', (request) => {
    if (reads('stamps').test(request.url())) requests.made += 1;
  });
  const stamp = { id: 1, store_id: 1, store_name: 'Kape Tayo', stamp_count: 1 };
  await answer(page, 'stamps', [{ ...stamp, created_at: '2025-11-20T01:00:00Z' }]);
  const first = Promise.withResolvers<void>();
  const keepBack = async (route: Route) => {
    await first.promise;
    await route.fallback();
  };
  await page.route(reads('stamps'), keepBack, { times: 1 });
  const sheet = await shell.openCode();
  await expect(sheet.root).toBeVisible();
  await expect.poll(() => requests.made).toBe(1);
  await sheet.close();
  await expect(sheet.root).toBeHidden();

  // The second opening is answered before the first one.
  await shell.openCode();
  await expect.poll(() => requests.made).toBeGreaterThan(2);
  first.resolve();
  await expect(sheet.root).toBeVisible();
  await answer(page, 'stamps', [
    { ...stamp, id: 2, created_at: '2025-11-20T02:00:00Z' },
    { ...stamp, created_at: '2025-11-20T01:00:00Z' },
  ]);
  await expect(shell.stampLanded.root).toBeVisible();
  await shell.stampLanded.dismiss();
  await expect(shell.stampLanded.root).toBeHidden();
});

test('the redemption code is shown while the backend is told of it, and withdrawn though it answers late', async ({
  page,
  stamps,
}) => {
  await stamps(10, 1);
  const redeem = new RedeemPage(page);
  await redeem.goto('?reward=1');
  const calls: string[] = [];
  page.on('request', (request) => {
    const [, name] = /rpc\/(open|close)_redemption$/.exec(request.url()) ?? [];
    if (name) calls.push(`${name} ${request.postDataJSON().opening_id}`);
  });
  const releaseOpen = await hold(page, callsOf('open_redemption'));
  const code = await redeem.openCode();
  await expect(code.picture).toBeVisible();
  await expect.poll(() => calls.length).toBe(1);
  await code.close();
  await expect(code.root).toBeHidden();
  releaseOpen();
  const [id] = calls.map((call) => call.split(' ')[1]);
  await expect.poll(() => calls.slice(0, 2)).toEqual([`open ${id}`, `close ${id}`]);

  // The next code is another one.
  await redeem.openCode();
  await expect(code.picture).toBeVisible();
  await expect.poll(() => calls.length).toBe(3);
  expect(calls[2]).not.toBe(`open ${id}`);
});

/** /redeem?reward={id}: 'Redeem Rewards', and its code for two minutes. */
import lzString from 'lz-string';
import type { Page } from 'playwright/test';
import { expect, scan, service, test } from './fixtures.ts';
import { answer, hold, loseNetwork, reads, refuse, skeletonCards } from './support/backend.ts';
import { stopClock } from './support/clock.ts';

/** Of the demo's seed, at Kape Tayo, with the dates of the stopped clock's year. */
const barako = {
  ...{ id: 1, store_id: 1, title: 'Free kapeng barako', store_name: 'Kape Tayo' },
  ...{ stamps_needed: 10, photo: '/demo/barako.svg' },
  ...{ date_start: '2025-11-01T00:00:00+08:00', date_end: '2025-11-23T00:00:00+08:00' },
};

const fact = (page: Page, term: string) =>
  page.getByRole('definition').and(page.locator(`dt:text-is("${term}") + dd`));
const redeem = (page: Page) => page.getByRole('button', { name: 'Redeem reward' });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Scan to Redeem' });

test('no reward chosen, and none to choose', {
  tag: ['@redeem-no-selection', '@redeem-no-rewards'],
}, async ({ page, customer: _ }) => {
  await page.goto('/redeem');
  await expect(page.getByRole('heading', { level: 1, name: 'Redeem Rewards' })).toBeVisible();
  await expect(
    page.getByText('Select a reward from the list to view its details before redeeming.'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'See rewards' }).click();
  await expect(page).toHaveURL(/\/rewards$/);

  await answer(page, 'rewards', []);
  await page.goto('/redeem');
  await expect(
    page.getByText('No rewards are available yet. Create one from the merchant dashboard.'),
  ).toBeVisible();
});

test('a reward, what it still takes, and the ways to its store', {
  tag: ['@redeem-reward-details', '@redeem-not-enough-stamps'],
}, async ({ page, stamps }) => {
  await stamps(7, 1);
  await answer(page, 'rewards', [barako]);
  const letGo = await hold(page, reads('rewards'));
  await stopClock(page);
  await page.goto('/redeem?reward=1');
  await expect(skeletonCards(page)).toHaveCount(1);
  letGo();

  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Free kapeng barako' })).toBeVisible();
  await expect(main.getByText('Kape Tayo', { exact: true }).first()).toBeVisible();
  await expect(main.locator('img').first()).toHaveAttribute('src', '/demo/barako.svg');
  const near = main.getByRole('link', { name: 'Kape Tayo near me' });
  await expect(near).toHaveAttribute(
    'href',
    'https://www.google.com/maps/search/?api=1&query=Kape%20Tayo%20near%20me',
  );
  await expect(fact(page, 'Remaining')).toHaveText('3 stamps');
  await expect(fact(page, 'Starts')).toHaveText('Nov 1, 2025');
  await expect(fact(page, 'Time left')).toHaveText('3 days remaining');
  await expect(page.getByText('Collect 3 more stamps to redeem this reward.')).toBeVisible();
  await expect(redeem(page)).toHaveCount(0);

  await stamps(2, 1);
  await page.reload();
  await expect(page.getByText('Collect 1 more stamp to redeem this reward.')).toBeVisible();
  await main.getByRole('link', { name: 'Back to Store' }).click();
  await expect(page).toHaveURL(/\/store\/1\?reward=1$/);
});

test('what a reward lacks is said', { tag: '@redeem-missing-dates' }, async ({ page, stamps }) => {
  await stamps(9, 1);
  await answer(page, 'rewards', [{ id: 1, store_id: 1 }]);
  await page.goto('/redeem?reward=1');
  await expect(page.getByRole('heading', { name: 'Untitled reward' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Store near me', exact: true })).toBeVisible();
  await expect(page.getByRole('main').locator('img').first()).toHaveAttribute(
    'src',
    /^\/placeholder\//,
  );
  await expect(fact(page, 'Starts')).toHaveText('Not specified');
  await expect(fact(page, 'Time left')).toHaveText('No end date');
  // Ten, where the store set no number.
  await expect(page.getByText('Collect 1 more stamp to redeem this reward.')).toBeVisible();

  await answer(page, 'rewards', [{ id: 1, store_id: null, date_end: 'when it rains' }]);
  await page.reload();
  await expect(fact(page, 'Time left')).toHaveText('No timer');
  await expect(page.getByText('Collect 10 more stamps to redeem this reward.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Store' })).toHaveCount(0);
});

test('a reward that is not there, or not active, is not found', {
  tag: '@error-reward-not-found',
}, async ({ page, customer: _, complaints }) => {
  complaints.allow(/Failed to load resource: the server responded with a status of 400/);
  // Unknown, no id at all, over, not begun, of a suspended store.
  for (const id of ['99999', 'no-number', '21', '23', '24']) {
    await page.goto(`/redeem?reward=${id}`);
    await expect(page.getByRole('alert')).toContainText('Reward not found.');
  }
  await page.getByRole('link', { name: 'See rewards' }).click();
  await expect(page).toHaveURL(/\/rewards$/);
});

test('what can’t be loaded is said', { tag: '@error-load-reward' }, async ({
  page,
  stamps,
  complaints,
}) => {
  await stamps(10, 1);
  await refuse(page, complaints, reads('rewards'), 'The shelf is locked.');
  await page.goto('/redeem?reward=1');
  await expect(page.getByRole('alert')).toContainText('The shelf is locked.');
  await page.unrouteAll();
  await loseNetwork(page, complaints, reads('rewards'));
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Unable to load reward.');
  await page.unrouteAll();
  await loseNetwork(page, complaints, reads('stamps'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toContainText('Unable to load stamps.');
  await expect(redeem(page)).toHaveCount(0);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(redeem(page)).toBeEnabled();
});

test('the code, valid for two minutes; then it closes and the page loads anew', {
  tag: [
    '@redeem-scan-modal',
    '@redemption-code-payload',
    '@redemption-code-stamp-ids',
    '@redemption-code-expiry',
  ],
}, async ({ page, customer, stamps }) => {
  await stamps(4, 1);
  await stamps(8, 1);
  await answer(page, 'rewards', [barako]);
  await stopClock(page);
  await page.goto('/redeem?reward=1');
  await redeem(page).click();
  const code = sheet(page);
  await expect(code.getByText('Present to the store to redeem', { exact: true })).toBeVisible();
  await expect(code.getByText('Free kapeng barako', { exact: true })).toBeVisible();
  await expect(code.getByText('QR valid until 10:02 AM', { exact: true })).toBeVisible();
  await expect(code.getByText('Time left 02:00', { exact: true })).toBeVisible();

  const held = await service().from('stamps').select('id').eq('user_id', customer.id).order('id');
  const packed = await scan(code);
  expect(JSON.parse(lzString.decompressFromEncodedURIComponent(packed) ?? '')).toEqual({
    user_id: customer.id,
    stamp_ids: held.data?.map(({ id }) => String(id)),
    reward_id: '1',
    store_id: '1',
    reward_name: 'Free kapeng barako',
    reward_photo: '/demo/barako.svg',
    store_name: 'Kape Tayo',
    displayName: customer.name,
  });

  await page.clock.runFor(61_000);
  await expect(code.getByText('Time left 00:59', { exact: true })).toBeVisible();
  await code.getByRole('button', { name: 'Close' }).click();
  await expect(code).toBeHidden();

  await redeem(page).click();
  await expect(code.getByText('QR valid until 10:03 AM', { exact: true })).toBeVisible();
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.clock.runFor(119_999);
  await expect(code.getByText('Time left 00:01', { exact: true })).toBeVisible();
  await page.clock.runFor(1);
  await expect(code).toBeHidden();
  await page.clock.runFor(1499);
  expect(loads).toBe(0);
  await page.clock.runFor(1);
  await expect.poll(() => loads).toBe(1);
  await expect(redeem(page)).toBeEnabled();
  await expect(code).toBeHidden();
});

test('the code does not open while the reward or the stamps are loading', {
  tag: '@redemption-code-opens-when-ready',
}, async ({ page, stamps }) => {
  await stamps(10, 1);
  await page.goto('/rewards?store_id=1');
  await expect(page.getByRole('link', { name: /Free kapeng barako/ })).toBeVisible();
  const letRewardGo = await hold(page, reads('rewards'));
  const letStampsGo = await hold(page, reads('stamps'));
  await page.getByRole('link', { name: /Free kapeng barako/ }).click();
  // Known from the list, and on its way anew.
  await expect(page.getByRole('heading', { name: 'Free kapeng barako' })).toBeVisible();
  await expect(redeem(page)).toHaveCount(0);
  letStampsGo();
  await expect(redeem(page)).toBeDisabled();
  letRewardGo();
  await redeem(page).click();
  await expect(sheet(page)).toBeVisible();
});

test('a code on its way, one that can’t be drawn, and one drawn after all', {
  tag: '@qr-code-states',
}, async ({ page, stamps, complaints }) => {
  complaints.allow(/Failed to load resource: net::ERR_FAILED/);
  await stamps(10, 1);
  let drawable = false;
  const letGo = await hold(page, /\/redemption-qr\.[^/]*\.js/);
  await page.route(/\/redemption-qr\.[^/]*\.js/, (route) =>
    drawable ? route.fallback() : route.abort(),
  );
  await page.goto('/redeem?reward=1');
  await redeem(page).click();
  const failed = sheet(page).getByText('Unable to generate QR code.', { exact: true });
  await expect(failed).toBeVisible();
  drawable = true;
  await sheet(page).getByRole('button', { name: 'Try again' }).click();
  await expect(sheet(page).getByRole('status').getByText('Loading')).toBeAttached();
  letGo();
  await scan(sheet(page));
});

test('‘Processing redemption…’ until the lists are fresh, wherever the customer is', {
  tag: ['@transactions-processing-banner', '@processing-until-fresh'],
}, async ({ page, stamps, counter }) => {
  await stamps(10, 5);
  await page.goto('/redeem?reward=10');
  await redeem(page).click();
  const packed = await scan(sheet(page));
  const letGo = await hold(page, reads('stamps'));
  await counter.open(5);
  await counter.scanText(packed);
  await counter.redeem('large');
  await expect(counter.done).toBeVisible();
  const processing = page.getByText('Processing redemption…', { exact: true });
  await expect(processing).toBeVisible();
  await expect(sheet(page)).toBeHidden();
  await expect(redeem(page)).toBeDisabled();

  await page.getByRole('link', { name: 'Transactions', exact: true }).click();
  await expect(processing).toBeVisible();
  letGo();
  await expect(processing).toBeHidden();
  await page.getByRole('tab', { name: 'Redemptions' }).click();
  await expect(page.getByText('Notes: large')).toBeVisible();
});

test('a redemption whose end was not seen is over once /redeem has loaded', async ({
  page,
  stamps,
  counter,
}) => {
  await stamps(20, 5);
  await page.goto('/redeem?reward=10');
  await redeem(page).click();
  const packed = await scan(sheet(page));
  const letGo = await hold(page, reads('stamps'));
  await counter.open(5);
  await counter.scanText(packed);
  await counter.redeem();
  await expect(page.getByText('Processing redemption…')).toBeVisible();
  await page.reload();
  letGo();
  await expect(redeem(page)).toBeEnabled();
  await expect(page.getByText('Processing redemption…')).toBeHidden();
});

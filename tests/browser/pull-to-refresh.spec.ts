/** Pulling a page down at its top reads it anew. */
import { expect, test } from './fixtures.ts';
import { RewardsPage, Shell } from './models/index.ts';
import { loseNetwork } from './support/backend.ts';
import { drag } from './support/touch.ts';

const top = { x: 195, y: 120 };
const below = (by: number) => ({ x: 195, y: 120 + by });

test('on the home screen of iOS a page that is pulled down is read anew, and says so', async ({
  page,
  complaints,
  customer: _,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'standalone', { value: true });
  });
  const fetched = page.waitForResponse(/\/_astro\/PullToRefresh\./);
  const rewards = new RewardsPage(page);
  await rewards.open();
  await fetched;
  await page.waitForLoadState('networkidle');
  const said = page.getByRole('status').filter({ hasText: 'Up to date.' });
  await expect(said).toHaveCount(0);
  const read = page.waitForRequest(/\/rest\/v1\/rewards\?/);
  await drag(page, top, below(300), 500);
  await read;
  await expect(said).toHaveCount(1);
  const count = await rewards.cards.count();

  // A short way, back up, further down the page, or above a sheet: not.
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await drag(page, top, below(60), 500);
  await drag(page, below(300), top, 500);
  await page.evaluate(() => scrollTo(0, 500));
  await drag(page, top, below(200), 500);
  const { root } = await new Shell(page).openCode();
  await drag(page, top, below(40), 500);
  await page.keyboard.press('Escape');
  await expect(root).toHaveCount(0);
  expect(asked.filter((url) => /\/rest\/v1\/rewards\?/.test(url))).toEqual([]);

  await page.evaluate(() => scrollTo(0, 0));
  await loseNetwork(page, complaints, /\/rest\/v1\//);
  await drag(page, top, below(300), 500);
  await expect(page.getByText(/^Offline · as of /)).toBeVisible();
  expect(await rewards.cards.count()).toBe(count);
});

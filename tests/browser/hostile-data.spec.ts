/** Whatever the tables and the address hold is shown sensibly, never run, and breaks no screen. */
import type { Page } from 'playwright/test';
import { DAY_MS } from '../../src/lib/domain/day.ts';
import { type Customer, expect, scan, signInBrowser, test } from './fixtures.ts';
import {
  EventPage,
  EventsPage,
  HomePage,
  RedeemPage,
  RewardsPage,
  type Sheet,
  Shell,
  type SitePage,
  StorePage,
  shownText,
  TransactionsPage,
} from './models/index.ts';
import { origin } from './support/customers.ts';
import {
  arrived,
  expectHarmless,
  HOSTILE,
  type Row,
  serve,
  type Tables,
} from './support/hostile.ts';
import { WALLET_PAGES } from './support/public-pages.ts';

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

const good = {
  store: { id: 1, name: 'Kape Tayo', address: '14 Maginhawa Street', logo_url: null },
  reward: {
    ...{ id: 1, store_id: 1, title: 'Tea', photo: null, stamps_needed: 5 },
    ...{ date_start: inDays(-1), date_end: inDays(3) },
    ...{ store_name: 'Kape Tayo', store_logo_url: null },
  },
  event: { id: 1, name: 'Fun Run', title: 'Five kilometers', date: inDays(1), photo: null },
  stamp: {
    ...{ id: 1, user_id: 'somebody', stamp_count: 2, invoice_or_number: 'KT-1' },
    ...{ store_id: 1, store_name: 'Kape Tayo', store_logo_url: null },
    ...{ metadata: { stamps_needed: 10 }, created_at: inDays(0) },
  },
  redemption: {
    ...{ id: 1, user_id: 'somebody', store_name: 'Kape Tayo', reward_photo: null },
    ...{ redeemed_at: inDays(-1), created_at: inDays(-1), notes: 'No sugar' },
  },
} satisfies Record<string, Row>;

const fieldsOf = (row: Row) => Object.keys(row).filter((field) => field !== 'id');

/** One row with this text in every field that is not named here, and one with it in every field. */
function filled(row: Row, text: string, fields: Row): Row[] {
  const texts = Object.fromEntries(fieldsOf(row).map((field) => [field, text]));
  return [
    { ...texts, ...fields, id: 1 },
    { ...texts, id: 2 },
  ];
}

/** Rows with this text in every field that may hold a text. */
function filledWith(text: string): Required<Tables> {
  const metadata = { stamps_needed: 10, note: text };
  const dates = { date_start: inDays(-1), date_end: inDays(3) };
  return {
    stores: [{ id: 1, name: text, address: text, logo_url: text, suspended: false }],
    rewards: filled(good.reward, text, { store_id: 1, stamps_needed: 1, ...dates }),
    events: filled(good.event, text, { date: inDays(1) }),
    stamps: filled(good.stamp, text, {
      ...{ store_id: 1, stamp_count: 2, metadata, created_at: inDays(0) },
    }),
    redemptions: filled(good.redemption, text, { redeemed_at: inDays(0) }),
  };
}

/** The browser's session says that this is the customer's name, address and provider. */
async function nameCustomer(page: Page, customer: Customer, text: string): Promise<void> {
  const session = JSON.parse(customer.session);
  session.user.email = text;
  session.user.user_metadata = { full_name: text };
  session.user.app_metadata = { provider: text };
  await signInBrowser(page.context(), { ...customer, session: JSON.stringify(session) });
}

/** Opens a screen and its sheets and lists. */
async function walk(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await arrived(page);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expectHarmless(page);
  if (path === '/home') {
    const { search } = new HomePage(page);
    await search.searchFor('anything');
    await expect(search.results.first()).toBeVisible();
    await expectHarmless(page);
  }
  if (path === '/transactions') {
    await new TransactionsPage(page).redemptionsTab.click();
    await expect(page.getByRole('article').first()).toBeVisible();
    await expectHarmless(page);
  }
  if (path.startsWith('/store')) await expect(new StorePage(page).title).toHaveText(HOSTILE);
  if (path === '/view-event/1') await expectHarmlessSheet(await new EventPage(page).enlargePhoto());
  if (path === '/redeem?reward=1') await expectCode(await new RedeemPage(page).openCode());
  if (path === '/profile') await expectCode(await new Shell(page).openCode());
}

async function expectHarmlessSheet({ root, picture }: Sheet): Promise<void> {
  await expect(picture).toBeVisible();
  await expectHarmless(root.page());
}

/** Whatever the names are, the code on the screen can be scanned. */
async function expectCode(sheet: Sheet): Promise<void> {
  await expectHarmlessSheet(sheet);
  expect(await scan(sheet.root)).not.toBe('');
}

test('the screens stay intact if every text is hostile, with an endless word', async ({
  page,
  context,
  customer,
  complaints,
}) => {
  // A text in place of a picture's address is a path of this site that does not exist.
  complaints.allow(/^Failed to load resource: .* 404 /);
  const outside: string[] = [];
  context.on('request', (request) => {
    if (new URL(request.url()).origin !== origin()) outside.push(request.url());
  });
  await nameCustomer(page, customer, HOSTILE);
  await serve(context, complaints, filledWith(HOSTILE));
  for (const path of WALLET_PAGES) await test.step(path, () => walk(page, path));
  expect(outside).toEqual([]);
});

/** Values in place of a text, a number or a date. */
const ODD: unknown[] = [
  null,
  undefined,
  '',
  '   ',
  'not a date',
  '2026-02-30',
  0,
  -1,
  1.5,
  1e300,
  true,
  false,
  [],
  ['a', 'list'],
  {},
  { name: 'an object' },
  '[object Object]',
];

/** One row for each field and each odd value, correct except for that field. */
function oddRows(row: Row, fields: readonly string[]): Row[] {
  const odd = fields.flatMap((field) => ODD.map((value) => ({ ...row, [field]: value })));
  return odd.map((each, index) => ({ ...each, id: 'id' in row ? index + 1 : each.id }));
}

test('each row and record is shown even if a field is missing or of another type', async ({
  page,
  context,
  customer: _,
  complaints,
}) => {
  const stamps = oddRows(good.stamp, fieldsOf(good.stamp));
  const tables: Required<Tables> = {
    stores: oddRows(good.store, fieldsOf(good.store)),
    rewards: oddRows(good.reward, fieldsOf(good.reward)),
    events: oddRows(good.event, fieldsOf(good.event)),
    // There is one card for each store, so each row has its own, unless the store is the odd field.
    stamps: stamps.map((row) => (row.store_id === 1 ? { ...row, store_id: row.id } : row)),
    redemptions: oddRows(good.redemption, fieldsOf(good.redemption)),
  };
  await serve(context, complaints, tables);
  const [home, rewards, events, transactions] = [
    new HomePage(page),
    new RewardsPage(page),
    new EventsPage(page),
    new TransactionsPage(page),
  ];
  const shown = async (screen: SitePage, texts: string[]) => {
    await screen.goto();
    await arrived(page);
    await expect(screen.alert).toHaveCount(0);
    for (const text of texts)
      await expect(shownText(page, text, { exact: true }).first()).toBeVisible();
    await expectHarmless(page);
  };
  await shown(rewards, ['Untitled reward', 'Stamps requirement not set', '5 stamps needed']);
  await expect(rewards.cards).toHaveCount(tables.rewards.length);
  await shown(events, ['Untitled event', 'Date not set']);
  await expect(events.cards).toHaveCount(tables.events.length);
  await shown(home, ['Untitled event']);
  await home.search.searchFor('anything');
  await expect(home.search.results).toHaveCount(tables.stores.length);
  await shown(transactions, ['Store', '0']);
  await expect(shownText(page, /^Stamp record · /).first()).toBeVisible();
  await transactions.redemptionsTab.click();
  await expect(page.getByRole('article')).toHaveCount(tables.redemptions.length);
  await expect(shownText(page, 'Reward redemption').first()).toBeVisible();
  await expectHarmless(page);
});

test('the longest texts are shown whole on the pages that cards lead to', async ({
  page,
  context,
  customer: _,
  complaints,
}) => {
  /** As long as the database allows. */
  const words = (length: number) =>
    'Halo-halo for two '
      .repeat(30)
      .slice(0, length - 1)
      .concat('!');
  const name = words(200);
  await serve(context, complaints, {
    stores: [{ ...good.store, name }],
    rewards: [{ ...good.reward, title: name }],
    events: [{ ...good.event, name }],
    redemptions: [{ ...good.redemption, notes: words(500) }],
  });
  const heading = page.getByRole('main').getByRole('heading', { name });
  for (const [path, text] of [
    ['/store/1', heading],
    ['/redeem?reward=1', heading],
    ['/view-event/1', heading],
    ['/transactions?tab=redemptions', shownText(page, /^Notes: /)],
  ] as const) {
    await page.goto(path);
    await expect(text).toBeVisible();
    const hidden = () => text.evaluate((element) => element.scrollHeight - element.clientHeight);
    await expect.soft.poll(hidden, path).toBeLessThanOrEqual(1);
  }
});

/** None of these may be requested or followed. */
const UNSAFE = [
  'javascript:executed=1',
  'JaVaScRiPt:executed=1',
  ' javascript:executed=1',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="executed=1"/>',
  'data:text/html,<script>executed=1</script>',
  'http://pictures.invalid/open-line.png',
  '//pictures.invalid/open-line.png',
  'blob:https://pictures.invalid/1',
  'file:///etc/passwd',
  'ftp://pictures.invalid/a.png',
  'vbscript:msgbox(1)',
];
const BROKEN = ['https://pictures.invalid/gone.png', '/demo/gone.png', '/manifest.webmanifest'];

test('a picture loads only from a safe address, and a broken one becomes a drawing', async ({
  page,
  context,
  customer: _,
  complaints,
}) => {
  complaints.allow(/^Failed to load resource: .*(pictures\.invalid|\/demo\/gone\.png)/);
  const outside = new Set<string>();
  await context.route(/^https?:\/\/(?!localhost)/, (route) => {
    outside.add(route.request().url());
    return route.abort();
  });
  const rowForEachAddress = <T extends Row>(row: T, ...fields: (keyof T)[]) =>
    [...UNSAFE, ...BROKEN].map((address, index) => ({
      ...row,
      ...Object.fromEntries(fields.map((field) => [field, address])),
      id: index + 1,
      ...('store_id' in row ? { store_id: index + 1 } : {}),
    }));
  const tables = {
    stores: rowForEachAddress(good.store, 'logo_url'),
    rewards: rowForEachAddress(good.reward, 'photo', 'store_logo_url'),
    events: rowForEachAddress(good.event, 'photo'),
    stamps: rowForEachAddress(good.stamp, 'store_logo_url'),
    redemptions: rowForEachAddress(good.redemption, 'reward_photo'),
  };
  await serve(context, complaints, tables);
  const expectDrawings = async (where: string) => {
    const pictures = page.getByRole('main').locator('img').filter({ visible: true });
    await expect.poll(() => pictures.evaluateAll(notDrawn), `pictures of ${where}`).toEqual([]);
    expect(await page.locator('a[href]').evaluateAll(hrefs)).toEqual([]);
    await expectHarmless(page);
  };
  /** The pictures from elsewhere, or not visible. Each loads as it comes near the viewport. */
  const notDrawn = (images: Element[]) => {
    const left = images
      .map((image) => image as HTMLImageElement)
      .filter((image) => {
        const ours = /^\/(placeholder|demo)\/[\w-]+\.svg$/.test(image.getAttribute('src') ?? '');
        return !(ours && image.complete && image.naturalWidth > 0);
      });
    left[0]?.scrollIntoView();
    return left.map((image) => image.getAttribute('src'));
  };
  /** The links that lead neither to this site nor to the maps. */
  const hrefs = (links: Element[]) =>
    links
      .map((link) => (link as HTMLAnchorElement).href)
      .filter(
        (href) =>
          !href.startsWith(location.origin) && !/^https:\/\/www\.google\.com\/maps\//.test(href),
      );
  for (const path of ['/home', '/events', '/transactions']) {
    await page.goto(path);
    await arrived(page);
    await expectDrawings(path);
  }
  await new TransactionsPage(page).redemptionsTab.click();
  const photos = page.getByRole('tabpanel', { name: 'Redemptions' }).locator('img');
  await expect(photos).toHaveCount(tables.redemptions.length);
  await expectDrawings('the redemptions');
  expect([...outside]).toEqual([BROKEN[0]]);
});

/** A till's work reaches screens and codes by channel, or a code by polling (docs/decisions/noticing-a-scan.md). */
import type { Page, WebSocket } from 'playwright/test';
import { expect, photograph, service, test } from './fixtures.ts';
import { EventsPage, HomePage, RedeemPage, Shell, StorePage } from './models/index.ts';
import { reads } from './support/backend.ts';
import { type Customer, createCustomer, storeSession } from './support/customers.ts';
import { openElsewhere } from './support/open.ts';

const KAPE_TAYO = 1;
const SOCKET = /\/realtime\/v1\/websocket\?/;

/** The channel of the page that is opened next, once it is up. */
async function joined(page: Page): Promise<WebSocket> {
  const socket = await page.waitForEvent('websocket', {
    predicate: (one) => SOCKET.test(one.url()),
  });
  await socket.waitForEvent('framereceived', {
    predicate: ({ payload }) => String(payload).includes('"status":"ok"'),
  });
  return socket;
}

const sessionIn = ({ session }: Customer): string => {
  const claims = JSON.parse(session).access_token.split('.')[1];
  return JSON.parse(Buffer.from(claims, 'base64url').toString()).session_id;
};

/** From here on no timer fires: nothing is requested unless a message calls for it. */
async function stopTimers(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
}

test('messages report a stamp and a redemption to codes that are not polling', async ({
  page,
  stamps,
  counter,
}) => {
  await page.clock.install();
  const shell = new Shell(page);
  const redeem = new RedeemPage(page);
  let up = joined(page);
  await redeem.goto('?reward=1');
  await up;
  await shell.openWatchedCode();
  await stopTimers(page);
  await stamps(10, KAPE_TAYO);
  await expect(shell.stampLanded.root).toBeVisible();

  await page.clock.resume();
  up = joined(page);
  await redeem.goto('?reward=1');
  await up;
  const watched = page.waitForResponse(reads('redemptions'));
  const code = await redeem.openCode();
  const { picture } = await photograph(code.root);
  await watched;
  await counter.open(KAPE_TAYO);
  await counter.scanPicture(picture);
  await stopTimers(page);
  await counter.redeem();
  await expect(redeem.receipt.root).toBeVisible();
});

test('the screens of two tabs follow what a till gives and takes back, without a code', async ({
  page,
  context,
  customer,
  stamps,
}) => {
  await stamps(1, KAPE_TAYO);
  await page.clock.install();
  const home = new HomePage(page);
  const store = new StorePage(page);
  const other = await context.newPage();
  const inOther = new StorePage(other);
  const up = [joined(page), joined(other)];
  await home.open();
  await inOther.open(KAPE_TAYO);
  await Promise.all(up);
  await home.cardLinks.click();
  await expect(store.slots(1)).toBeVisible();
  await stopTimers(page);
  await stamps(2, KAPE_TAYO);
  await expect(store.slots(3)).toBeVisible();
  await expect(inOther.slots(3)).toBeVisible();
  const taken = { user_id: customer.id, stamp_count: 2 };
  expect((await service().from('stamps').delete().match(taken)).error).toBe(null);
  await expect(store.slots(1)).toBeVisible();
  await expect(inOther.slots(1)).toBeVisible();

  await stamps(4, KAPE_TAYO);
  await expect(store.slots(5)).toBeVisible();
  await page.clock.resume();
  await page.goBack();
  await expect(home.cardLinks.getByRole('img')).toHaveAccessibleName('5 of 10 stamps');
});

test('a page has one channel, which a code shares, and the next person who signs in gets a new one', async ({
  page,
  context,
  customer: _,
}) => {
  const sockets: WebSocket[] = [];
  page.on('websocket', (opened) => sockets.push(opened));
  const up = joined(page);
  await new EventsPage(page).open();
  const closed = (await up).waitForEvent('close');
  const sheet = await new Shell(page).openWatchedCode();
  await sheet.close();
  const next = await createCustomer();
  const elsewhere = await openElsewhere(context);
  const ofNext = joined(page);
  const isTheirs = page.waitForEvent('websocket').then((socket) =>
    socket.waitForEvent('framesent', {
      predicate: ({ payload }) => String(payload).includes(`session:${sessionIn(next)}`),
    }),
  );
  await storeSession(elsewhere, next.session);
  await Promise.all([closed, ofNext, isTheirs]);
  expect(sockets).toHaveLength(2);
});

test('a stamp lands by polling when the socket under an open code is cut and never reopens', async ({
  page,
  stamps,
}) => {
  let cut: (() => Promise<void>) | undefined;
  await page.routeWebSocket(SOCKET, (socket) => {
    if (cut) return void socket.close();
    socket.connectToServer();
    cut = () => socket.close();
  });
  await new EventsPage(page).open();
  const shell = new Shell(page);
  await shell.openWatchedCode();
  await expect.poll(() => cut).toBeDefined();
  await cut?.();
  await stamps(2, KAPE_TAYO);
  await expect(shell.stampLanded.root).toBeVisible();
});

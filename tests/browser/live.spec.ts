/** What a till does reaches an open code by the channel, and without one by asking (docs/decisions/noticing-a-scan.md). */
import type { Page, WebSocket, WebSocketRoute } from 'playwright/test';
import { expect, photograph, test } from './fixtures.ts';
import { EventsPage, RedeemPage, Shell } from './models/index.ts';
import { reads } from './support/backend.ts';

const KAPE_TAYO = 1;
const SOCKET = /\/realtime\/v1\/websocket\?/;

/** The channel of the next code, once it is up and what was missed before has been asked for. */
async function joined(page: Page, table: 'stamps' | 'redemptions'): Promise<WebSocket> {
  const socket = await page.waitForEvent('websocket', {
    predicate: (one) => SOCKET.test(one.url()),
  });
  await socket.waitForEvent('framereceived', {
    predicate: ({ payload }) => String(payload).includes('"status":"ok"'),
  });
  const isOfTable = (url: URL) => reads(table).test(url.href);
  await page.waitForResponse((response) => isOfTable(new URL(response.url())));
  return socket;
}

/** From here on no timer runs out: nothing is asked for but what a message has said. */
async function stopTimers(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
}

test('a stamp lands by its message, on a code that asks nothing by itself', async ({
  page,
  stamps,
}) => {
  await page.clock.install();
  await new EventsPage(page).open();
  const up = joined(page, 'stamps');
  const shell = new Shell(page);
  await shell.openCode();
  await up;
  await stopTimers(page);
  await stamps(2, KAPE_TAYO);
  await expect(shell.stampLanded.root).toBeVisible();
});

test('a redemption is known by its message, on a code that asks nothing by itself', async ({
  page,
  stamps,
  counter,
}) => {
  await stamps(10, KAPE_TAYO);
  await page.clock.install();
  const redeem = new RedeemPage(page);
  await redeem.goto('?reward=1');
  const up = joined(page, 'redemptions');
  const code = await redeem.openCode();
  const { picture } = await photograph(code.root);
  await up;
  await counter.open(KAPE_TAYO);
  await counter.scanPicture(picture);
  await stopTimers(page);
  await counter.redeem();
  await expect(redeem.receipt.root).toBeVisible();
});

test('the channel comes with the code and goes with it', async ({ page, customer: _ }) => {
  const sockets: WebSocket[] = [];
  page.on('websocket', (opened) => sockets.push(opened));
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await new EventsPage(page).open();
  await page.waitForLoadState('networkidle');
  expect(scripts.filter((url) => url.includes('live-channel'))).toEqual([]);
  const up = joined(page, 'stamps');
  const sheet = await new Shell(page).openCode();
  const closed = (await up).waitForEvent('close');
  await sheet.close();
  await closed;
  expect(sockets).toHaveLength(1);
});

const LOST: Record<string, (socket: WebSocketRoute) => void> = {
  'is refused': (socket) => void socket.close(),
  'opens and never answers': () => undefined,
  'is cut once the code listens': (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      socket.send(message);
      void socket.close();
    });
  },
};

for (const [how, lose] of Object.entries(LOST)) {
  test(`a stamp lands by asking where the socket ${how}`, async ({ page, stamps }) => {
    const opened = Promise.withResolvers<void>();
    await page.routeWebSocket(SOCKET, (socket) => {
      lose(socket);
      opened.resolve();
    });
    await new EventsPage(page).open();
    const shell = new Shell(page);
    await shell.openCode();
    await opened.promise;
    await stamps(2, KAPE_TAYO);
    await expect(shell.stampLanded.root).toBeVisible();
  });
}

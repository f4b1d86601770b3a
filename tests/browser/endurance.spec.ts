/** The built site left open for hours of the page's clock: what it holds, and what it asks. */
import type { CDPSession, Page } from 'playwright/test';
import { launchOptions } from '../../scripts/testing/find-browser.ts';
import { expect, test } from './fixtures.ts';
import { HomePage, Shell, shownText } from './models/index.ts';
import { stopClock } from './support/clock.ts';
import { inOneDocument, open } from './support/open.ts';

const [SECOND, MINUTE] = [1000, 60_000];
const HOURS = 3;

// Compiled code counts as heap and grows with use alone; an interpreter's heap shows leaks.
const { args, ...others } = launchOptions();
test.use({ launchOptions: { ...others, args: [...args, '--js-flags=--jitless'] } });

/** Answers come in real time: a test waits for them before it advances the page's clock. */
const countInFlight = () => {
  const { fetch } = window;
  const state = Object.assign(window, { inFlight: 0 });
  window.fetch = async (...asked) => {
    state.inFlight += 1;
    try {
      return await fetch(...asked);
    } finally {
      state.inFlight -= 1;
    }
  };
};

async function answered(page: Page): Promise<void> {
  const inFlight = () => page.evaluate(() => Reflect.get(window, 'inFlight'));
  if ((await inFlight()) > 0) await expect.poll(inFlight).toBe(0);
}

/** Advances the clock in leaps; the requests of each are answered before the next. */
async function pass(page: Page, milliseconds: number, leap: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= leap) {
    await page.clock.fastForward(leap);
    await answered(page);
  }
}

/** Locks the phone, or unlocks it again. */
async function setVisible(page: Page, visible: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    visible ? 'visible' : 'hidden',
  );
  await answered(page);
}

/** What the page still holds: the least of some counts, since work under way holds more for a moment. */
async function memoryHeld(browser: CDPSession) {
  const least = { heap: Infinity, nodes: Infinity, listeners: Infinity };
  for (let times = 0; times < 8; times += 1) {
    await browser.send('HeapProfiler.collectGarbage');
    const { usedSize } = await browser.send('Runtime.getHeapUsage');
    const { nodes, jsEventListeners } = await browser.send('Memory.getDOMCounters');
    least.heap = Math.min(least.heap, usedSize);
    least.nodes = Math.min(least.nodes, nodes);
    least.listeners = Math.min(least.listeners, jsEventListeners);
  }
  return least;
}

test('three hours on the home screen leak neither memory nor requests', async ({
  page,
  context,
  stamps,
}) => {
  const shell = new Shell(page);
  let asked = 0;
  context.on('request', (request) => {
    if (/\/(auth|rest)\/v1\//.test(request.url())) asked += 1;
  });
  // The backend runs in real time: without `expires_at`, the session's hour is one of the page's.
  await context.route(
    (url) => url.searchParams.get('grant_type') === 'refresh_token',
    async (route) => {
      const response = await route.fetch();
      const { expires_at: _, ...session } = await response.json();
      return route.fulfill({ response, json: session });
    },
  );
  await page.addInitScript(countInFlight);
  await stopClock(page, new Date().toISOString());
  await stamps(1, 1);
  await new HomePage(page).open();
  const countdown = shownText(page, /\d\d:\d\d:\d\d$/).first();
  await expect(countdown).toBeVisible();
  const browser = await context.newCDPSession(page);

  /** Opens the code, which a stamp that lands closes, then locks and unlocks the phone twice. */
  const anHour = async () => {
    for (let times = 0; times < 6; times += 1) await page.clock.runFor(10 * SECOND);
    await answered(page);
    const code = await shell.openCode();
    await expect(code.picture.first()).toBeVisible();
    await answered(page);
    await pass(page, 4 * SECOND, 2 * SECOND);
    await stamps(1, 1);
    await pass(page, 4 * SECOND, 2 * SECOND);
    await shell.stampLanded.doneButton.click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    for (let times = 0; times < 2; times += 1) {
      await setVisible(page, false);
      await pass(page, 10 * MINUTE, 10 * MINUTE);
      await setVisible(page, true);
      await pass(page, 20 * MINUTE, 5 * MINUTE);
    }
  };

  await anHour();
  const before = await memoryHeld(browser);
  asked = 0;
  for (let hour = 2; hour <= HOURS; hour += 1) await anHour();
  const after = await memoryHeld(browser);
  test.info().annotations.push({
    type: 'held after an hour, after three',
    description: JSON.stringify({ before, after, asked }),
  });
  expect(after.heap / before.heap).toBeLessThan(1.1);
  expect(after.nodes - before.nodes).toBeLessThan(10);
  expect(after.listeners - before.listeners).toBeLessThan(5);
  // In an hour: a renewal, an open code that polls and reads again what a stamp changes, and the
  // cards, the events and the two parts of the rewards at each of two unlocks.
  expect(asked).toBeLessThan(20 * (HOURS - 1));

  // Before midnight the first rewards expire meanwhile, and the next countdown is below the window,
  // where nothing ticks: the first round may only bring it up to date.
  await countdown.scrollIntoViewIfNeeded();
  for (let round = 0; round < 2; round += 1) {
    const shown = (await countdown.textContent()) ?? '';
    await pass(page, SECOND, SECOND);
    await expect(countdown).not.toHaveText(shown);
  }
});

test('hundreds of screen changes leak neither memory, nodes nor listeners', async ({
  page,
  context,
  stamps,
}) => {
  await stamps(7, 1);
  await page.addInitScript(countInFlight);
  await open(page, '/home');
  await inOneDocument(page);
  const browser = await context.newCDPSession(page);

  /** Visits each screen once, then goes half of the way back. */
  const round = async () => {
    await page.evaluate(async () => {
      const paths = ['/store/1', '/redeem?reward=1', '/rewards', '/events', '/view-event/1'];
      for (const path of [...paths, '/profile', '/transactions', '/home'])
        await navigation.navigate(path).finished;
      for (let step = 0; step < 4; step += 1) await navigation.back().finished;
    });
    await answered(page);
  };

  for (let times = 0; times < 4; times += 1) await round();
  const before = await memoryHeld(browser);
  for (let times = 0; times < 8; times += 1) await round();
  const after = await memoryHeld(browser);
  test.info().annotations.push({
    type: 'held after 48 changes, after 144',
    description: JSON.stringify({ before, after }),
  });
  expect(after.heap / before.heap).toBeLessThan(1.1);
  expect(after.nodes - before.nodes).toBeLessThan(100);
  expect(after.listeners - before.listeners).toBeLessThan(25);
});

/** The built site left open for a day of the page's clock, and for an hour without a backend. */
import type { BrowserContext, CDPSession, Page } from 'playwright/test';
import { launchOptions } from '../../scripts/testing/find-browser.ts';
import { expect, test } from './fixtures.ts';
import { HomePage, Shell } from './models/index.ts';
import { stopClock } from './support/clock.ts';
import { fault, Trouble } from './support/faults.ts';

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];

// Compiled code counts as heap and grows with use alone; an interpreter's heap shows leaks.
const { args, ...others } = launchOptions();
test.use({ launchOptions: { ...others, args: [...args, '--js-flags=--jitless'] } });

const countdown = (page: Page) => page.getByText(/\d\d:\d\d:\d\d$/).first();

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

/** A customer's /home on a clock that the test advances, and every request it sends. */
class Day {
  readonly page: Page;
  readonly shell: Shell;
  /** When each request was sent, in milliseconds of the page's clock since it was opened. */
  readonly moments: number[] = [];
  renewals = 0;
  elapsed = 0;
  down = false;

  constructor(page: Page) {
    this.page = page;
    this.shell = new Shell(page);
  }

  static async begin(page: Page, context: BrowserContext): Promise<Day> {
    const day = new Day(page);
    context.on('request', (request) => {
      if (/\/(auth|rest)\/v1\//.test(request.url())) day.moments.push(day.elapsed);
    });
    // The backend runs in real time: without `expires_at`, the session's hour is one of the page's.
    await context.route(
      (url) => url.searchParams.get('grant_type') === 'refresh_token',
      async (route) => {
        day.renewals += 1;
        if (day.down) return route.fallback();
        const response = await route.fetch();
        const { expires_at: _, ...session } = await response.json();
        return route.fulfill({ response, json: session });
      },
    );
    await page.addInitScript(countInFlight);
    await stopClock(page, new Date().toISOString());
    await new HomePage(page).open();
    await expect(countdown(page)).toBeVisible();
    return day;
  }

  /** Advances the clock in leaps; the requests of each are answered before the next. */
  async pass(milliseconds: number, leap: number): Promise<void> {
    for (let left = milliseconds; left > 0; left -= leap) {
      this.elapsed += leap;
      await this.page.clock.fastForward(leap);
      await this.answered();
    }
  }

  /** As `pass`, but every timer fires at its own time. */
  async tick(milliseconds: number): Promise<void> {
    for (let left = milliseconds; left > 0; left -= 10 * SECOND) {
      this.elapsed += 10 * SECOND;
      await this.page.clock.runFor(10 * SECOND);
      await this.answered();
    }
  }

  async answered(): Promise<void> {
    const inFlight = () => this.page.evaluate(() => Reflect.get(window, 'inFlight'));
    if ((await inFlight()) > 0) await expect.poll(inFlight).toBe(0);
  }

  /** The phone is locked, or unlocked again. */
  async setVisible(visible: boolean): Promise<void> {
    await this.page.evaluate(
      (state) => {
        Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      },
      visible ? 'visible' : 'hidden',
    );
    await this.answered();
  }

  async openCode(): Promise<void> {
    const code = await this.shell.openCode();
    await expect(code.picture.first()).toBeVisible();
    await this.answered();
  }

  async expectTicking(): Promise<void> {
    // Before midnight the first rewards expire on the way, and the next one that runs stands below
    // the window, where nothing ticks: the first round may only bring it up to date.
    await countdown(this.page).scrollIntoViewIfNeeded();
    for (let round = 0; round < 2; round += 1) {
      const before = (await countdown(this.page).textContent()) ?? '';
      await this.pass(SECOND, SECOND);
      await expect(countdown(this.page)).not.toHaveText(before);
    }
  }
}

/** What the page still holds after garbage collection. */
async function memoryHeld(browser: CDPSession) {
  for (let times = 0; times < 2; times += 1) await browser.send('HeapProfiler.collectGarbage');
  const { usedSize } = await browser.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await browser.send('Memory.getDOMCounters');
  return { heap: usedSize, nodes, listeners: jsEventListeners };
}

const note = (type: string, facts: object) =>
  test.info().annotations.push({ type, description: JSON.stringify(facts) });

test.beforeEach('signed in', ({ customer: _ }) => undefined);

/** After a minute the code is opened, and closed by hand or by a stamp that lands. */
async function showCode(day: Day, giveStamp: (() => Promise<void>) | null): Promise<void> {
  const { page, shell } = day;
  await day.tick(MINUTE);
  await day.openCode();
  await day.pass(4 * SECOND, 2 * SECOND);
  if (giveStamp) {
    await giveStamp();
    await day.pass(4 * SECOND, 2 * SECOND);
    await shell.stampLanded.dismiss();
  } else {
    await shell.codeSheet.close();
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** An hour in which the phone is locked and unlocked twice. */
async function passAnHour(day: Day, use: () => Promise<void>): Promise<void> {
  const began = day.elapsed;
  await use();
  for (let times = 0; times < 2; times += 1) {
    await day.setVisible(false);
    await day.pass(10 * MINUTE, 10 * MINUTE);
    await day.setVisible(true);
    await day.pass(5 * MINUTE, 5 * MINUTE);
  }
  await day.pass(HOUR - (day.elapsed - began), 5 * MINUTE);
}

test('a day on the home screen leaks neither memory nor requests', async ({
  page,
  context,
  stamps,
}) => {
  const day = await Day.begin(page, context);
  const browser = await context.newCDPSession(page);
  await stamps(1, 1);
  const giveStamp = () => stamps(1, 1);
  await passAnHour(day, async () => {
    await showCode(day, null);
    await showCode(day, giveStamp);
  });
  const before = await memoryHeld(browser);
  day.moments.length = 0;
  day.renewals = 0;

  for (let hour = 2; hour <= 24; hour += 1) {
    const stamp = hour % 6 === 0 ? giveStamp : null;
    await passAnHour(day, async () => (hour % 3 === 0 ? showCode(day, stamp) : undefined));
  }

  const after = await memoryHeld(browser);
  const asked = day.moments.length;
  note('held after an hour, after a day', { before, after, renewals: day.renewals, asked });
  expect(after.heap / before.heap).toBeLessThan(1.1);
  expect(after.nodes - before.nodes).toBeLessThan(20);
  expect(after.listeners - before.listeners).toBeLessThan(10);
  expect(day.renewals).toBeGreaterThanOrEqual(20);
  expect(day.renewals).toBeLessThanOrEqual(26);
  // The rest: an open code polls eight times for 4 or 8 seconds, and the cards, the events and
  // the two parts of the rewards are read again at each of the 46 unlocks.
  expect(asked - day.renewals).toBeLessThan(8 * 8 + 46 * 4);
  await day.expectTicking();
});

/** The most requests within any stretch of this many milliseconds. */
const busiest = (moments: readonly number[], stretch: number) =>
  Math.max(
    ...moments.map((from) => moments.filter((at) => at >= from && at < from + stretch).length),
  );

test('the app asks rarely during an hour without the backend, and recovers after it', async ({
  page,
  context,
  customer,
  stamps,
  complaints,
}) => {
  complaints.allow(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  const trouble = await Trouble.in(context);
  const day = await Day.begin(page, context);
  await stamps(1, 1);
  await day.pass(30 * MINUTE, 5 * MINUTE);
  await day.openCode();
  await day.pass(4 * SECOND, 2 * SECOND);

  day.down = true;
  trouble.make(() => true, fault.networkGone);
  day.moments.length = 0;
  await day.pass(2 * MINUTE, SECOND);
  const atFirst = day.moments.length;
  await day.pass(HOUR - 2 * MINUTE, 10 * SECOND);
  const during = day.moments.splice(0);
  await expect(day.shell.codeSheet.picture.first()).toBeVisible();

  await trouble.lift();
  day.down = false;
  day.renewals = 0;
  // Nobody has attended to the code for ten minutes: it asks again once it is wanted.
  await day.shell.codeSheet.resumeButton.click();
  await day.pass(3 * MINUTE, 2 * SECOND);
  const afterwards = day.moments.splice(0);
  note('asked in an hour without the backend, in three minutes after', {
    during: during.length,
    atFirst,
    busiestTenSeconds: busiest(during, 10 * SECOND),
    afterwards: afterwards.length,
    busiestSecond: busiest(afterwards, SECOND),
    renewals: day.renewals,
  });
  // Without backing off it would be 3000, and one at every second leap of the first two minutes.
  expect(atFirst).toBeLessThan(25);
  expect(during.length).toBeGreaterThan(100);
  expect(during.length).toBeLessThan(240);
  expect(busiest(during, 10 * SECOND)).toBeLessThanOrEqual(6);
  // A failed renewal waits a minute; the code asks at each leap for half a minute, and then at each
  // second and third one.
  expect(afterwards.length).toBeGreaterThan(15);
  expect(afterwards.length).toBeLessThanOrEqual(60);
  expect(busiest(afterwards, SECOND)).toBeLessThanOrEqual(3);
  expect(day.renewals).toBe(1);

  await stamps(1, 1);
  // By now it asks every 5 s.
  await day.pass(6 * SECOND, 2 * SECOND);
  await day.shell.stampLanded.dismiss();
  await day.expectTicking();
  const profile = await day.shell.goToProfile();
  await expect(profile.email(customer.email)).toBeVisible();
});

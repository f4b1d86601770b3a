/**
 * How soon a customer sees what a till does, from the tap to the picture on the built site, and what
 * open codes ask meanwhile: `npm run bench -- live`.
 */
import { type Browser, chromium, type Page } from 'playwright';
import { cy } from '../local-backend/people.ts';
import { customerQrText } from '../src/lib/domain/customer-qr.ts';
import { SCAN_NOTICE_MS, SCAN_POLL_STEPS } from '../src/lib/domain/limits.ts';
import { packRedemption } from '../src/lib/domain/redemption-qr.ts';
import { pollDelay } from '../src/lib/state/codes/poll.ts';
import { browserName, median, percentile, type Table, writeSection } from './bench/section.ts';
import { asCommand, conclude } from './command.ts';
import { type RunningProduct, runProduct } from './server/product.ts';
import { launchOptions } from './testing/find-browser.ts';

const RUNS = 50;
/** For what takes seconds each time. */
const SLOW_RUNS = 20;
const MEDIAN_MS = 500;
const P95_MS = 1000;
const SOCKET = /\/realtime\/v1\/websocket/;
const REWARD = { reward_id: '1', reward_name: 'Free kapeng barako', reward_photo: null };
const STORE = { store_id: '1', store_name: 'Kape Tayo' };
const LANDED = /^(Stamps? collected|Card full)!$/;
const RECEIPT = 'Enjoy!';

declare const noted: Record<'tap' | 'seen', number>;

/** Runs in each page: notes the last tap, and when a sheet with such a title first appeared. */
function note(titles: string): void {
  const title = new RegExp(titles);
  const times = { tap: Number.NaN, seen: Number.NaN };
  Object.assign(globalThis, { noted: times });
  const onTap = ({ timeStamp }: Event) => {
    times.tap = performance.timeOrigin + timeStamp;
  };
  addEventListener('click', onTap, true);
  const look = (now: number) => {
    const headings = [...document.querySelectorAll('dialog[open] h2')];
    const isThere = headings.some(({ textContent }) => title.test(textContent ?? ''));
    if (!isThere) times.seen = Number.NaN;
    else if (Number.isNaN(times.seen)) times.seen = performance.timeOrigin + now;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function scan(till: Page, text: string): Promise<void> {
  await till.getByRole('button', { name: 'Menu' }).click();
  await till.getByLabel('Content of a code').fill(text);
  await till.getByRole('button', { name: 'Read code' }).click();
}

/** From one tap at the till until the customer sees what it did. */
async function waited(till: Page, wallet: Page, button: RegExp): Promise<number> {
  await till.getByRole('button', { name: button }).click();
  await wallet.waitForFunction(() => noted.seen > 0);
  const [tap, seen] = await Promise.all([
    till.evaluate(() => noted.tap),
    wallet.evaluate(() => noted.seen),
  ]);
  return seen - tap;
}

async function giveOnce(till: Page, wallet: Page): Promise<number> {
  const answered = wallet.waitForResponse(/\/rest\/v1\/stamps\?.*limit=1(&|$)/);
  await wallet.getByRole('button', { name: 'My code', exact: true }).click();
  await answered;
  const person = { ...cy, provider: 'google', fullName: cy.name, displayName: null };
  await scan(till, customerQrText(person, Date.now()));
  const ms = await waited(till, wallet, /^Give 1 stamp$/);
  await wallet.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  return ms;
}

async function redeemOnce({ backend }: RunningProduct, till: Page, wallet: Page): Promise<number> {
  const [stamp] = await backend.query<{ id: string }>(
    `insert into public.stamps (user_id, store_id, store_name, stamp_count)
       values ($1, 1, 'Kape Tayo', 10) returning id::text`,
    [cy.id],
  );
  await wallet.goto('/redeem?reward=1', { waitUntil: 'networkidle' });
  const told = wallet.waitForResponse(/\/rpc\/open_redemption$/);
  const answered = wallet.waitForResponse(/\/rest\/v1\/redemptions\?/);
  await wallet.getByRole('button', { name: 'Redeem reward' }).click();
  await Promise.all([told, answered]);
  const held = { user_id: cy.id, displayName: cy.name, stamp_ids: [stamp?.id ?? ''] };
  await scan(till, packRedemption({ ...held, ...REWARD, ...STORE }));
  return waited(till, wallet, /^Redeem/);
}

async function tapTable(browser: Browser, product: RunningProduct) {
  const { origin: baseURL, backend } = product;
  await backend.query('update public.stores set daily_stamps = 10000 where id = 1');
  await backend.query('delete from public.stamps where user_id = $1', [cy.id]);
  const context = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 } });
  const atTill = await browser.newContext({ baseURL });
  const [wallet, till] = [await context.newPage(), await atTill.newPage()];
  for (const page of [wallet, till]) await page.addInitScript(note, `${LANDED.source}|${RECEIPT}`);
  await till.goto('/local/counter?store=1');
  await wallet.goto('/login');
  await wallet.getByRole('button', { name: 'Continue with Google' }).click();
  await wallet.getByRole('button', { name: new RegExp(cy.name) }).click();
  await wallet.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  const rows: string[][] = [];
  const problems: string[] = [];
  async function measure(what: string, runs: number, once: () => Promise<number>, isPushed = true) {
    const all: number[] = [];
    while (all.length < runs) all.push(await once());
    const [middle, p95] = [median(all), percentile(all, 0.95)];
    rows.push([what, String(runs), `${Math.round(middle)} ms`, `${Math.round(p95)} ms`]);
    if (isPushed && !(middle <= MEDIAN_MS && p95 <= P95_MS))
      problems.push(`${what}: ${Math.round(middle)} ms, p95 ${Math.round(p95)} ms.`);
  }

  await measure('redemption, pushed', SLOW_RUNS, () => redeemOnce(product, till, wallet));
  const up = wallet.waitForEvent('websocket', (socket) => SOCKET.test(socket.url()));
  await wallet.goto('/home', { waitUntil: 'networkidle' });
  await up;
  await measure('stamp, pushed', RUNS, () => giveOnce(till, wallet));
  await wallet.routeWebSocket(SOCKET, (socket) => void socket.close());
  await wallet.goto('/home', { waitUntil: 'networkidle' });
  await measure('stamp, asked for', SLOW_RUNS, () => giveOnce(till, wallet), false);
  await Promise.all([context.close(), atTill.close()]);
  const table: Table = { names: ['from tap to sight'], figures: ['taps', 'median', 'p95'], rows };
  return { table, problems };
}

const CODES = 10_000;
/** docs/operating.md#what-a-month-costs */
const SHOWN_MS = 20_000;
const MINUTE_MS = 60_000;
/** Codes open as often as they close. */
const SHOWN_A_SECOND = (CODES * 1000) / SHOWN_MS;

/** The time between two questions of a code that nobody has touched for `idleMs`. */
const gap = (isPushed: boolean, idleMs = 0) => pollDelay(idleMs, 0, 0, isPushed);

/** A code asks when it opens, then after each gap until its stamp has landed, and at once when told of it. */
const questions = (isPushed: boolean) =>
  1 + Math.floor((SHOWN_MS + SCAN_NOTICE_MS) / gap(isPushed)) + (isPushed ? 1 : 0);

const a = (value: number) => Math.round(value).toLocaleString('en');

const row = (name: string, rate: (isPushed: boolean) => number) => [
  name,
  ...[true, false].map((isPushed) => a(rate(isPushed))),
];

/** How often 10,000 open codes ask, by the app's own pace. */
const openCodesTable: Table = {
  names: [`${a(CODES)} codes, questions a second`],
  figures: ['pushed', 'not pushed'],
  rows: [
    ...SCAN_POLL_STEPS.map(({ untilMs }) =>
      row(
        `until ${untilMs / MINUTE_MS} min`,
        (isPushed) => (CODES * 1000) / gap(isPushed, untilMs - 1),
      ),
    ),
    row(
      `shown ${SHOWN_MS / 1000} s each, with a stamp`,
      (isPushed) => questions(isPushed) * SHOWN_A_SECOND,
    ),
    // Each stamp is one message in and one out.
    row('messages an hour', (isPushed) => (isPushed ? SHOWN_A_SECOND * 2 * 3600 : 0)),
  ],
};

await asCommand(import.meta.main, async () => {
  const product = await runProduct({ port: 0 });
  const browser = await chromium.launch(launchOptions());
  try {
    const { table, problems } = await tapTable(browser, product);
    await writeSection('live', browserName(), [table, openCodesTable]);
    conclude(problems, 'A customer sees at once what the till does.');
  } finally {
    await browser.close();
    await product.close();
  }
});

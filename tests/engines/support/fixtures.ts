/** What every test of an engine starts from: its own device, and pages that must not complain. */
import { test as base, expect, inject } from 'vitest';
import type { Customer } from '../../browser/support/customers.ts';
import type { Browser, Device } from './engine.ts';
import { COMPLAINTS, LINE, WITH_WORKER } from './engine.ts';
import { launchFirefox } from './firefox.ts';
import { Page, until } from './page.ts';
import { launchWebKit } from './webkit.ts';

// Where the helpers of the browser tests look for the product.
process.env.STAMPCARD_PORT = String(inject('port'));

const customers = await import('../../browser/support/customers.ts');
export const { codeFor, codeOf, createCustomer, giveStamps, service, uniqueEmail } = customers;
export type { Customer };

export const origin = `http://localhost:${inject('port')}`;

const LAUNCH = { webkit: launchWebKit, firefox: launchFirefox };

/** The engine's name in the closing line of the tests. */
export const engineName = { webkit: 'WebKit', firefox: 'Firefox' }[inject('engine')];

const setLine = async (cut: string): Promise<number> =>
  (await fetch(origin + LINE, { method: 'POST', body: cut })).json();

/** The connection to the product, restored after the test. Each call returns how many sockets were open. */
export const line = {
  cut: () => setLine('all'),
  /** Realtime no longer answers. */
  cutSockets: () => setLine('sockets'),
  mend: () => setLine('nothing'),
  sockets: () => setLine('nothing'),
};

/** Firefox reports this about code that was loading when its page was left, for the sign-in for example. */
const CUT_OFF = /uncaught: TypeError: error loading dynamically imported module/;

export async function complaints(): Promise<string[]> {
  const heard: string[] = await (await fetch(origin + COMPLAINTS)).json();
  return heard.filter((text) => !CUT_OFF.test(text));
}

/** Stores these items in the browser before its first page. */
async function keep(page: Page, items: Record<string, string>): Promise<void> {
  // A page of the local stand-ins, which has none of the product's scripts.
  await page.open('/local/mailbox');
  await page.evaluate(
    (kept) => {
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
    },
    { ...customers.closedPrompts(), ...items },
  );
}

/** The newest code sent to an address, once there is a newer one than the one before. */
export const newCode = (email: string, before: string | null = null): Promise<string> =>
  until(async () => {
    const newest = await codeFor(email);
    if (newest === null || newest === before) throw new Error(`No new code for ${email} yet.`);
    return newest;
  });

export const signInBrowser = (page: Page, { session }: Customer) =>
  keep(page, { 'stampcard.session': session });

export const withWorker = (page: Page) => keep(page, { [WITH_WORKER]: 'yes' });

interface Fixtures {
  browser: Browser;
  device: Device;
  /** The first tab, of a visitor who is signed out. */
  page: Page;
  /** A new customer, signed in on this device. */
  customer: Customer;
}

export const test = base.extend<Fixtures>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the needed fixtures here.
    async ({}, use) => {
      const browser = await LAUNCH[inject('engine')]();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],

  device: async ({ browser }, use) => {
    const device = await browser.newDevice();
    await use(device);
    await line.mend();
    await device.close();
    expect(await complaints(), 'complaints of the pages').toEqual([]);
  },

  page: async ({ device }, use) => {
    const page = new Page(await device.openTab(), origin);
    await keep(page, {});
    await use(page);
  },

  customer: async ({ page }, use) => {
    const customer = await createCustomer();
    await signInBrowser(page, customer);
    await use(customer);
  },
});

export { expect };

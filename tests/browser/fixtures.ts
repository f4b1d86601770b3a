/**
 * What every browser test starts from. Ask for `customer` to be signed in; without it the
 * visitor is signed out. A page that complains fails its test.
 */
import { test as base, expect, type Locator } from 'playwright/test';
import { decode } from '../decode.ts';
import { type Complaints, watchComplaints, watchIcons } from './support/complaints.ts';
import { Counter } from './support/counter.ts';
import {
  type Customer,
  closePrompts,
  codeFor,
  createCustomer,
  giveStamps,
  origin,
  PAST_VISIT_MS,
  signInBrowser,
} from './support/customers.ts';

export { service, signInBrowser, uniqueEmail } from './support/customers.ts';
export type { Customer };
export { expect };

interface Options {
  /** Whether the prompts of the day open by themselves; they cover the page, so usually not. */
  prompts: boolean;
}

interface Fixtures {
  complaints: Complaints;
  /** A new customer, signed in, in this test's browser. */
  customer: Customer;
  /** Puts stamps onto the customer's card at a store. */
  stamps: (count: number, store: number) => Promise<void>;
  mailbox: {
    /** The newest code sent to an address; waits for one. */
    code(email: string): Promise<string>;
  };
  /** The store's device: a separate browser. */
  counter: Counter;
}

export const test = base.extend<Options & Fixtures>({
  prompts: [false, { option: true }],

  baseURL: async ({ browserName: _ }, use) => use(origin()),

  context: async ({ context, prompts }, use, { tags }) => {
    if (!prompts) await closePrompts(context);
    let wasAtGoogle = false;
    context.on('request', (request) => {
      wasAtGoogle ||= new URL(request.url()).pathname === '/local/google';
    });
    await use(context);
    // A run elsewhere, without the stand-in for Google, skips it by this tag.
    expect(wasAtGoogle && !tags.includes('@google'), 'Google’s page without a @google tag').toBe(
      false,
    );
  },

  complaints: [
    async ({ context }, use) => {
      const complaints = watchComplaints(context);
      await watchIcons(context);
      await use(complaints);
      complaints.verify();
    },
    { auto: true },
  ],

  customer: async ({ context }, use) => {
    const customer = await createCustomer();
    await signInBrowser(context, customer);
    await use(customer);
  },

  stamps: async ({ customer, page }, use) => {
    // Stamps from before the page is opened are from a past visit: no open code reports them.
    const age = () => (page.url() === 'about:blank' ? PAST_VISIT_MS : 0);
    await use((count, store) => giveStamps(customer, count, store, age()));
  },

  mailbox: async ({ browserName: _ }, use) => {
    const code = async (email: string) => {
      let newest: string | null = null;
      await expect
        .poll(async () => {
          newest = await codeFor(email);
          return newest;
        }, `a code for ${email}`)
        .not.toBeNull();
      return newest ?? '';
    };
    await use({ code });
  },

  counter: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext({ baseURL: baseURL ?? origin() });
    const complaints = watchComplaints(context);
    await use(new Counter(await context.newPage()));
    // Refusals have an error status, and a test may lose an answer; the till reports both in words.
    complaints.allow(/Failed to load resource.*\/(rest\/v1\/rpc|auth\/v1)\//);
    complaints.verify();
    await context.close();
  },
});

/** Takes a picture of what is on the screen and reads the code in it; waits until one is there. */
export async function scan(target: Locator): Promise<string> {
  const { text } = await photograph(target);
  return text;
}

/** Like `scan`, with the picture itself, as a camera would hand it to the counter. */
export async function photograph(target: Locator): Promise<{ text: string; picture: Buffer }> {
  await expect(target).toBeVisible();
  let picture: Buffer = Buffer.alloc(0);
  let text: string | null = null;
  await expect
    .poll(async () => {
      picture = await target.screenshot();
      text = await decode(picture);
      return text;
    }, 'a code that can be read')
    .not.toBeNull();
  return { text: text ?? '', picture };
}

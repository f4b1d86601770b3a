/** Separate customers for each test, made through the backend's public doors. */
import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { BrowserContext, Frame, Page } from 'playwright/test';
import { LOCAL_ANON_KEY } from '../../../local-backend/keys.ts';
import type { Database } from '../../../src/lib/data/database.types.ts';
import { customerQrText } from '../../../src/lib/domain/customer-qr.ts';
import { appDayKey } from '../../../src/lib/domain/day.ts';
import { SERVICE_KEY } from '../../keys.ts';

/** Where the browser keeps the session, and when the prompts of the day were closed. */
export const KEPT_KEYS = {
  session: 'stampcard.session',
  share: 'stampcard.share-prompt.last-dismissed',
  landing: 'stampcard.landing-promo.last-shown',
};

/** The text of the session in this browser; '' if nobody is signed in. */
export const storedSession = (page: Page): Promise<string> =>
  page.evaluate((key) => localStorage.getItem(key) ?? '', KEPT_KEYS.session);

/** What a browser stores, but for the key by which an auth client tests whether it can write. */
export const storedKeys = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter(
      (key) => !key.startsWith('lswt-'),
    ),
  );

/** Signs a page's browser in, or out with null; other tabs see it as another tab's doing. */
export const storeSession = (page: Page, session: string | null): Promise<void> =>
  page.evaluate(
    ([key, text]) =>
      text === null ? localStorage.removeItem(key) : localStorage.setItem(key, text),
    [KEPT_KEYS.session, session] as const,
  );

/** The session as after more than an hour, by the device's clock, whatever the backend says. */
export const expired = (session: string): string =>
  JSON.stringify({ ...JSON.parse(session), expires_at: 1 });

export interface Customer {
  id: string;
  email: string;
  name: string;
  /** Speaks to the backend as this customer. */
  client: SupabaseClient<Database>;
  /** What the browser keeps once this customer has signed in there. */
  session: string;
}

export const uniqueEmail = (name = 'customer') => `${name}-${randomUUID().slice(0, 8)}@example.com`;

const signedOutClient = () =>
  createClient<Database>(origin(), LOCAL_ANON_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
  });

/** Bypasses row security: for what a test needs to find, never for what it proves. */
export const service = (): SupabaseClient<Database> =>
  createClient<Database>(origin(), SERVICE_KEY, { auth: { persistSession: false } });

/** The newest code sent to an address, or null while none has arrived. */
export async function codeFor(email: string): Promise<string | null> {
  const response = await fetch(`${origin()}/local/mail.json?to=${encodeURIComponent(email)}`);
  const mails: { code: string }[] = await response.json();
  return mails.at(-1)?.code ?? null;
}

/** Signs in by one-time code, as the app does; a new address becomes a new customer. */
export async function signIn(email: string): Promise<SupabaseClient<Database>> {
  const client = signedOutClient();
  const sent = await client.auth.signInWithOtp({ email, options: { shouldCreateUser: true } });
  if (sent.error) throw sent.error;
  const token = await codeFor(email);
  if (token === null) throw new Error(`No code arrived for ${email}.`);
  const verified = await client.auth.verifyOtp({ email, token, type: 'email' });
  if (verified.error) throw verified.error;
  return client;
}

export async function createCustomer(name = 'Mia Santos'): Promise<Customer> {
  const email = uniqueEmail(name.toLowerCase().replaceAll(/[^a-z]+/g, '.'));
  const client = await signIn(email);
  const named = await client.auth.updateUser({ data: { full_name: name } });
  if (named.error) throw named.error;
  const { data } = await client.auth.refreshSession();
  if (data.session === null) throw new Error(`${email} has no session.`);
  const session = JSON.stringify(data.session);
  return { id: data.session.user.id, email, name, client, session };
}

/** What the customer's own code says, at this time. */
export const codeOf = (
  { id, email, name }: Omit<Customer, 'client' | 'session'>,
  at = Date.now(),
) => customerQrText({ id, email, provider: 'email', fullName: name, displayName: null }, at);

/** The age of what was given at an earlier visit: no open code takes it for news. */
export const PAST_VISIT_MS = 30_000;

/** Gives a customer stamps at a store: one record worth `count`, this many milliseconds old. */
export async function giveStamps(
  customer: Pick<Customer, 'id'>,
  count: number,
  store: number,
  age = 0,
): Promise<void> {
  const database = service();
  const columns = 'store_id:id, store_name:name, store_logo_url:logo_url';
  const stores = database.from('stores').select(columns).eq('id', store);
  const { data } = await stores.single().throwOnError();
  const stamp = { ...data, user_id: customer.id, stamp_count: count };
  const created_at = new Date(Date.now() - age).toISOString();
  await database
    .from('stamps')
    .insert({ ...stamp, ...(age > 0 && { created_at }) })
    .throwOnError();
}

/** What a phone in Manila keeps of the day's closed prompts: one goes by UTC, one by the local day. */
export const closedPrompts = (): Record<string, string> => ({
  [KEPT_KEYS.share]: new Date().toISOString().slice(0, 10),
  [KEPT_KEYS.landing]: appDayKey(Date.now()),
});

/** Prompts that open by themselves once a day were closed today already. */
export async function closePrompts(context: BrowserContext): Promise<void> {
  await context.addInitScript(({ share, landing }) => {
    if (!location.protocol.startsWith('http')) return;
    const closedOn = (key: string) => {
      const now = new Date();
      const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000);
      return (key === share ? now : local).toISOString().slice(0, 10);
    };
    for (const key of [share, landing]) localStorage.setItem(key, closedOn(key));
    // On whatever day it is then: a prompt may be due after the page's midnight.
    const { getItem } = Storage.prototype;
    Storage.prototype.getItem = function (key) {
      return key === share || key === landing ? closedOn(key) : getItem.call(this, key);
    };
  }, KEPT_KEYS);
}

/** Makes the browser the customer's own, from its first page on. */
export async function signInBrowser(context: BrowserContext, { session }: Customer): Promise<void> {
  // Playwright would open a page of its own to set the storage's state.
  const script = await context.addInitScript(
    ([site, key, text]) => {
      if (location.origin === site) localStorage.setItem(key, text);
    },
    [origin(), KEPT_KEYS.session, session] as const,
  );
  const isIn = (frame: Frame) => {
    if (!frame.url().startsWith(origin())) return;
    context.off('framenavigated', isIn);
    void script.dispose();
  };
  context.on('framenavigated', isIn);
}

export function origin(): string {
  const port = process.env.STAMPCARD_PORT;
  if (port === undefined) throw new Error('The product under test is not running.');
  return `http://localhost:${port}`;
}

/** Inserts one stamp a minute, each of another store. */
export async function stampsFrom(customer: Customer, start: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    user_id: customer.id,
    store_id: 1 + (index % 14),
    store_name: `Store ${index + 1}`,
    stamp_count: 1,
    created_at: new Date(Date.parse(start) + index * 60_000).toISOString(),
  }));
  await service().from('stamps').insert(rows).throwOnError();
}

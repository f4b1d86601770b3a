/** The backend's answers as a test needs them: late, odd, or a refusal. All others stay real. */
import { expect, type Locator, type Page, type Request, type Route } from 'playwright/test';
import type { Complaints } from './complaints.ts';

/** The reads of one table. */
export const reads = (table: string) => new RegExp(`/rest/v1/${table}\\?`);

/** The calls of one function. */
export const callsOf = (name: string) => new RegExp(`/rest/v1/rpc/${name}$`);

/** Keeps answers back until the returned function is called. */
export async function hold(page: Page, calls: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(calls, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

/** Answers a read with these rows, which are all there are. */
export function fulfill(route: Route, rows: object[]): Promise<void> {
  const range = rows.length === 0 ? '*' : `0-${rows.length - 1}`;
  return route.fulfill({ json: rows, headers: { 'content-range': `${range}/${rows.length}` } });
}

/** Lets a table answer with these rows, whatever was asked. */
export const answer = (page: Page, table: string, rows: object[]) =>
  page.route(reads(table), (route) => fulfill(route, rows));

/** Refuses calls, with or without a message from the backend. */
export async function refuse(page: Page, complaints: Complaints, calls: RegExp, message?: string) {
  complaints.allow(/Failed to load resource: the server responded with a status of 403/);
  await page.route(calls, (route) =>
    route.fulfill({ status: 403, json: message === undefined ? {} : { code: '42501', message } }),
  );
}

/** Lets calls end without any answer, as a lost network does. */
export async function loseNetwork(page: Page, complaints: Complaints, calls: RegExp) {
  complaints.allow(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  await page.route(calls, (route) => route.abort('internetdisconnected'));
}

/** Returns a function that waits until the backend was asked something, and has answered everything. */
export function watchAnswers(page: Page): () => Promise<void> {
  const waiting = new Set<Request>();
  let asked = false;
  page.on('request', (request) => {
    if (!/\/(auth|rest)\/v1\//.test(request.url())) return;
    asked = true;
    waiting.add(request);
  });
  page.on('requestfinished', (request) => waiting.delete(request));
  page.on('requestfailed', (request) => waiting.delete(request));
  return () => expect.poll(() => asked && waiting.size, 'answers that are missing').toBe(0);
}

/** The messages that something is loading. */
export const loadingIn = (within: Page | Locator) =>
  within.getByRole('status').filter({ hasText: /^Loading$/ });

/** The cards drawn while something loads. */
export const skeletonCards = (within: Page | Locator) =>
  loadingIn(within).locator('[aria-hidden] > *');

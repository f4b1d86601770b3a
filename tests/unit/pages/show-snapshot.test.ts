import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { appDayKey } from '../../../src/lib/domain/day.ts';
import {
  SNAPSHOT,
  savedAnswerKey,
  serializeEntry,
} from '../../../src/lib/platform/saved-answer-keys.ts';
import type { Snapshot } from '../../../src/lib/platform/snapshot.ts';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import { fetchCode } from '../../../src/scripts/fetch-code.ts';

const ANSWER = savedAnswerKey('ana', 'rewards', ['']);

const snapshot = (changes: Partial<Snapshot> = {}): Snapshot => ({
  day: appDayKey(Date.now()),
  answers: { [ANSWER]: 5 },
  parts: { '/_astro/a.1.js#A': [['p', {}, 'Free haircut']] },
  ...changes,
});

const put = (name: string, value: unknown) =>
  localStorage.setItem(name, serializeEntry({ at: 9, since: 5, json: JSON.stringify(value) }));

const keep = (kept: unknown) =>
  put(savedAnswerKey('ana', SNAPSHOT, ['/rewards', '', '', '']), kept);

const island =
  '<astro-island component-url="/_astro/a.1.js" ssr>' +
  '<div data-saved="A"><i>skeleton</i></div></astro-island>';

/** The head of /rewards, which is Ana's unless told otherwise. */
async function openHead(session: string | null = '{"user":{"id":"ana"}}') {
  vi.resetModules();
  vi.stubGlobal('location', { pathname: '/rewards', search: '' });
  if (session !== null) localStorage.setItem(storageKeys.session, session);
  await import('../../../src/scripts/show-snapshot.ts');
}

/** Opens the page and returns its text. */
async function open(html = island, session?: string | null) {
  document.body.innerHTML = html;
  await openHead(session);
  (globalThis as { stampcardShow?: () => void }).stampcardShow?.();
  return document.body.textContent;
}

/** Whether the page's code waits for the paint; undefined before that is known. */
const waits = () => vi.mocked(fetchCode).mock.lastCall?.[0];

vi.mock('../../../src/scripts/fetch-code.ts', { spy: true });

beforeEach(() => {
  localStorage.clear();
  put(ANSWER, ['rewards']);
});
afterEach(() => {
  document.body.innerHTML = '';
});

test('the page shows what this person last saw on it instead of the skeleton', async () => {
  keep(snapshot());
  expect(await open()).toBe('Free haircut');
  expect(document.querySelector('[data-snapshot]')).not.toBe(null);
  expect(waits()).toBe(true);
});

test('a page with nothing saved asks for its code in the head', async () => {
  await openHead();
  expect(waits()).toBe(false);
});

test('a page with something saved asks for its code once that is shown', async () => {
  keep(snapshot());
  await openHead();
  expect(waits()).toBe(undefined);
});

test.each([
  ['no customer is signed in', null],
  ['another person is signed in', '{"user":{"id":"ben"}}'],
  ['the session is garbled', '{"user":'],
  ['the session names no person', '{}'],
])('Ana’s snapshot is not shown if %s', async (_, session) => {
  keep(snapshot());
  expect(await open(island, session)).toBe('skeleton');
});

test.each([
  ['was taken on another day', snapshot({ day: '2026-01-01' })],
  ['shows an answer that is no longer kept', snapshot({ answers: { [`${ANSWER}x`]: 5 } })],
  ['shows an answer that has changed', snapshot({ answers: { [ANSWER]: 4 } })],
  ['was taken by another release', snapshot({ parts: { '/_astro/a.2.js#A': ['old'] } })],
  ['holds what no screen shows', snapshot({ parts: { '/_astro/a.1.js#A': [['script', {}]] } })],
  ['is no snapshot', { day: appDayKey(Date.now()) }],
  ['is nothing', null],
])('a snapshot that %s is not shown', async (_, kept) => {
  keep(kept);
  expect(await open()).toBe('skeleton');
  expect(waits()).toBe(false);
});

test('a snapshot of another page is not shown, nor one in a part that shows no answers', async () => {
  put(savedAnswerKey('ana', SNAPSHOT, ['/rewards', '', '3', '']), snapshot());
  expect(await open()).toBe('skeleton');
  keep(snapshot());
  expect(await open(island.replace('data-saved', 'data-other'))).toBe('skeleton');
});

const attributes = { decoding: 'async', fetchpriority: 'high', src: '/a.png' };
const withPicture = snapshot({ parts: { '/_astro/a.1.js#A': [['img', attributes]] } });
const measures = (side: number, isComplete: boolean) => {
  const { prototype } = HTMLImageElement;
  vi.spyOn(prototype, 'naturalWidth', 'get').mockReturnValue(side);
  vi.spyOn(prototype, 'naturalHeight', 'get').mockReturnValue(side);
  vi.spyOn(prototype, 'complete', 'get').mockReturnValue(isComplete);
};
const painted = () => document.querySelectorAll('img[data-fits]').length;

test.each([
  [4000, 1],
  [4001, 0],
])('a picture %d px wide and high that loads early is painted %d times', async (side, times) => {
  keep(withPicture);
  measures(0, false);
  await open();
  expect(painted()).toBe(0);
  measures(side, true);
  document.querySelector('img')?.dispatchEvent(new Event('load'));
  expect(painted()).toBe(times);
});

test('a snapshot goes when another tab ends the session, unless the page’s code has it by then', async () => {
  keep(snapshot());
  const storageChange = () => {
    dispatchEvent(new Event('storage'));
    return document.body.textContent;
  };
  await open();
  expect(storageChange()).toBe('Free haircut');
  localStorage.removeItem(storageKeys.session);
  expect(storageChange()).toBe('skeleton');
  expect(document.querySelector('[data-snapshot]')).toBe(null);

  await open();
  document.querySelector('astro-island')?.removeAttribute('ssr');
  localStorage.removeItem(storageKeys.session);
  expect(storageChange()).toBe('Free haircut');
});

import { cleanStores } from 'nanostores';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { captureInstallPrompt } from '../../../src/lib/platform/install-prompt.ts';
import { setPlatform } from '../../../src/lib/platform/platform.ts';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import { $installOffer, dismissInstall, install } from '../../../src/lib/state/install.ts';
import { type MemoryPlatform, memoryPlatform } from '../../memory-platform.ts';

const installed = vi.fn();
let device: MemoryPlatform;

beforeAll(() => captureInstallPrompt(installed));

beforeEach(() => {
  device = memoryPlatform();
  setPlatform(device);
});

afterEach(() => {
  cleanStores($installOffer);
  Reflect.deleteProperty(window, 'stampcardInstall');
});

/** What the browser sends when the site could be installed. */
function offer(outcome: 'accepted' | 'dismissed' = 'accepted') {
  const prompt = vi.fn(async () => undefined);
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt,
    userChoice: Promise.resolve({ outcome }),
  });
  dispatchEvent(event);
  return { event, prompt };
}

/** As a screen sees it that watches from now on. */
function watch(): boolean {
  show($installOffer);
  return $installOffer.get();
}

const answer = () => device.localStorage.get(storageKeys.installOffer);

test('the offer is made where the browser has one, which does not show its own meanwhile', () => {
  const { event, prompt } = offer();
  expect(event.defaultPrevented).toBe(true);
  expect(watch()).toBe(true);
  expect(prompt).not.toHaveBeenCalled();
  expect(answer()).toBe(null);
});

test('the offer is not made where the browser has none', () => {
  expect(watch()).toBe(false);
});

test.each(['refused', 'installed'])('the offer is not made again once it was %s', (before) => {
  device.localStorage.set(storageKeys.installOffer, before);
  offer();
  expect(watch()).toBe(false);
});

test('the offer is over when the site was installed from the browser’s own menu', () => {
  offer();
  dispatchEvent(new Event('appinstalled'));
  expect(installed).toHaveBeenCalledTimes(1);
  expect(watch()).toBe(false);
});

test.each<['accepted' | 'dismissed', string]>([
  ['accepted', 'installed'],
  ['dismissed', 'refused'],
])('a customer who takes the offer is asked by the browser, and has %s', async (outcome, kept) => {
  const { prompt } = offer(outcome);
  watch();
  await install();
  expect(prompt).toHaveBeenCalledTimes(1);
  expect(answer()).toBe(kept);
  expect($installOffer.get()).toBe(false);
});

test('a customer who takes the offer is asked no more where the browser will not ask', async () => {
  offer().prompt.mockRejectedValue(new DOMException('Used up.', 'InvalidStateError'));
  watch();
  await install();
  expect(answer()).toBe('refused');
  expect($installOffer.get()).toBe(false);
});

test('a customer who takes the offer twice is asked once', async () => {
  const { prompt } = offer();
  watch();
  await Promise.all([install(), install()]);
  expect(prompt).toHaveBeenCalledTimes(1);
});

test('a customer who says ‘Not now’ is not asked by the browser either', () => {
  const { prompt } = offer();
  watch();
  dismissInstall();
  expect(answer()).toBe('refused');
  expect($installOffer.get()).toBe(false);
  expect(prompt).not.toHaveBeenCalled();
});

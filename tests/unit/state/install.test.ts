import { cleanStores } from 'nanostores';
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
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

/** Whether a screen that watches from now on sees an offer. */
function watch(): boolean {
  $installOffer.listen(() => undefined);
  return $installOffer.get();
}

const answer = () => device.localStorage.get(storageKeys.installOffer);

test.each([
  ['once it was refused', () => device.localStorage.set(storageKeys.installOffer, 'refused')],
  ['once it was taken', () => device.localStorage.set(storageKeys.installOffer, 'installed')],
  ['after an installation from the browser’s menu', () => dispatchEvent(new Event('appinstalled'))],
])('no offer is made if the browser has none, or %s', (_, happens) => {
  expect(watch()).toBe(false);
  cleanStores($installOffer);
  offer();
  happens();
  expect(watch()).toBe(false);
});

test.each<['accepted' | 'dismissed', string]>([
  ['accepted', 'installed'],
  ['dismissed', 'refused'],
])(
  'the browser asks a customer who takes the offer, and the answer is kept: %s',
  async (outcome, kept) => {
    const { prompt } = offer(outcome);
    watch();
    await install();
    expect(prompt).toHaveBeenCalledTimes(1);
    expect(answer()).toBe(kept);
    expect($installOffer.get()).toBe(false);
  },
);

test('a customer who takes the offer is not asked again if the browser refuses to ask', async () => {
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

test('/download hides its button once the site is installed from the browser’s menu', async () => {
  document.body.innerHTML = '<button data-install hidden></button>';
  onTestFinished(() => {
    document.body.innerHTML = '';
  });
  await import('../../../src/scripts/offer-install.ts');
  const isShown = () => document.querySelector('button')?.hidden === false;
  offer();
  expect(isShown()).toBe(true);
  dispatchEvent(new Event('appinstalled'));
  expect(isShown()).toBe(false);
});

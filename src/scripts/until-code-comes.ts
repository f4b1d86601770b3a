/** What works before a page's code has loaded: on a slow connection the page is visible long before. */
import { reloadFromHost } from '../lib/platform/navigations.ts';

// The last that the oldest browsers learned (scripts/build/oldest-browsers.ts): in older ones the page's
// code fails, and the page would say that it is loading, for good.
if (!('toWellFormed' in String.prototype && 'Segmenter' in Intl)) {
  addEventListener('DOMContentLoaded', () =>
    document.querySelector('[data-too-old]')?.removeAttribute('hidden'),
  );
}

const queued = new WeakSet<Element>();

/**
 * A tap on a button whose island is still loading is not lost: it counts as soon as the island is there.
 * 'Show my code', the first thing on a screen for keys and screen readers, is a tap on the bar's button.
 */
function queueClick(event: Event): void {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  // Safari gives a clicked button no focus: a sheet would not know where to return it.
  if (button && document.activeElement?.contains(button)) button.focus({ preventScroll: true });
  if (button?.dataset.forCode !== undefined)
    document.querySelector<HTMLElement>('nav [aria-haspopup]')?.click();
  const island = button?.closest('astro-island[ssr]');
  if (!button || !island) return;
  event.preventDefault();
  if (queued.has(button)) return;
  queued.add(button);
  island.addEventListener('astro:hydrate', () => button.click(), { once: true });
}

addEventListener('click', queueClick, true);

/** `performance.navigation.type` of a page that was loaded again: once is enough. */
const RELOADED = 1;

/** The browser may have got the code at its second try, and a code on the screen may be being scanned. */
const isStuck = () =>
  document.querySelector('astro-island[ssr]') !== null &&
  document.querySelector('dialog[open]') === null;

/**
 * A file of the page's first code was lost on the way, or is gone since a newer release: without it
 * the page would say that it is loading, and do nothing, for good.
 */
function loadAgain(): void {
  if (performance.navigation?.type !== RELOADED) reloadFromHost(isStuck);
}

addEventListener(
  'error',
  ({ target }) => (target as HTMLLinkElement).rel === 'modulepreload' && loadAgain(),
  true,
);
addEventListener('astro:hydration-error', loadAgain);

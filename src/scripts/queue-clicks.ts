/**
 * A tap on a button whose island is still loading is not lost: it counts as soon as the island is there.
 * On a slow connection the page can be seen a while before its code has loaded. 'Show my code', the first
 * thing on a screen for keys and screen readers, is a tap on the bar's button.
 */
const queued = new WeakSet<Element>();

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

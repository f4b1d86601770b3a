/**
 * A tap on a button whose island is still on its way is not lost: it counts as soon as the island
 * is there. On a slow line the page can be seen a while before its code has come.
 */
const queued = new WeakSet<Element>();

function queueClick(event: Event): void {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  const island = button?.closest('astro-island[ssr]');
  if (!button || !island) return;
  event.preventDefault();
  if (queued.has(button)) return;
  queued.add(button);
  island.addEventListener('astro:hydrate', () => button.click(), { once: true });
}

addEventListener('click', queueClick, true);

/**
 * A tap on a button whose island is still on its way is not lost: it counts as soon as the island
 * is there. On a slow line the page can be seen a while before its code has come.
 */
const waiting = new WeakSet<Element>();

function keep(event: Event): void {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  const island = button?.closest('astro-island[ssr]');
  if (!button || !island) return;
  event.preventDefault();
  if (waiting.has(button)) return;
  waiting.add(button);
  island.addEventListener('astro:hydrate', () => button.click(), { once: true });
}

addEventListener('click', keep, true);

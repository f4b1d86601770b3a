/** The place in a long list, by the item at the top of the window: heights may differ on the way back. */
import type { Anchor } from '../../lib/state/reading/list-place.ts';

type Items = HTMLCollection | undefined;

export function anchorOf(items: Items): Anchor {
  const all = [...(items ?? [])];
  const index = all.findIndex((item) => item.getBoundingClientRect().bottom > 0);
  return { index, top: all[index]?.getBoundingClientRect().top ?? 0 };
}

/** Items far from the window may have no height of their own before they are near it. */
const CORRECTIONS = 3;

export function scrollToAnchor(items: Items, { index, top }: Anchor, corrections = CORRECTIONS) {
  const item = items?.[index];
  if (!item) return;
  scrollBy(0, item.getBoundingClientRect().top - top);
  if (corrections > 0)
    requestAnimationFrame(() => scrollToAnchor(items, { index, top }, corrections - 1));
}

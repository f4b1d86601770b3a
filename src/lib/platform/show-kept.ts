/**
 * Shows a kept screen before React is told: the screen is already there, and what React then does
 * (effects, what has changed since) would hold up its paint.
 */

interface Change {
  /** The positions of the screens among all that are kept. */
  from: number;
  to: number;
  count: number;
  title: string;
  headingClass: string;
}

/** Whether that could be done: React has drawn all of them, and a heading that it keeps. */
export function showKept({ from, to, count, title, headingClass }: Change): boolean {
  const screens = document.querySelectorAll('main kept-screen');
  const [left, next] = [screens[from], screens[to]];
  const words = left?.parentElement?.querySelector(':scope > h1')?.firstChild;
  if (screens.length !== count || !next?.firstElementChild || !words?.parentElement) return false;
  left?.setAttribute('data-left', '');
  next.removeAttribute('data-left');
  words.nodeValue = title;
  words.parentElement.className = headingClass;
  return true;
}

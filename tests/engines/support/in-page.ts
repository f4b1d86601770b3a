/** What the tests look for in a page. Each function runs there, and uses nothing of this file. */
import type { ByRoleOptions } from '@testing-library/dom';

export interface Step {
  role: string;
  /** The whole name. */
  name?: string;
  /** A regular expression that matches it. */
  pattern?: string;
}

export interface Sought {
  /** From the outside to the inside. */
  path: readonly Step[];
  /** Something to be touched is scrolled into the window, and has to stand still. */
  wanted: 'shown' | 'touched';
}

export interface Found {
  count: number;
  texts: string[];
  /** Whether the focus is on the first one or in it. */
  hasFocus: boolean;
  /** What a form's field holds. */
  value: string | null;
  /** Where the first one can be touched; null if it moves or something lies over it. */
  point: { x: number; y: number } | null;
}

/** Null if the page does not have the queries yet. */
export async function seek({ path, wanted }: Sought): Promise<Found | null> {
  type Queries = {
    queryAllByRole(within: HTMLElement, role: string, options: ByRoleOptions): HTMLElement[];
  };
  const { TestingLibraryDom: queries } = window as unknown as { TestingLibraryDom?: Queries };
  if (queries === undefined) return null;
  const isShown = (candidate: HTMLElement) => {
    const { width, height } = candidate.getBoundingClientRect();
    return width > 0 && height > 0;
  };
  let found = [document.body];
  for (const { role, name, pattern } of path) {
    const named = pattern === undefined ? name : new RegExp(pattern);
    found = found
      .flatMap((within) =>
        queries.queryAllByRole(within, role, named === undefined ? {} : { name: named }),
      )
      .filter(isShown);
  }
  const [element] = found;
  // In WebKit, inner text leaves out what is below the window and not drawn yet (content-visibility).
  // biome-ignore lint/performance/useDomNodeTextContent: Only innerText has the lines as shown.
  const texts = found.flatMap((one) => [one.innerText, one.textContent ?? '']);
  const value = element instanceof HTMLInputElement ? element.value : null;
  const hasFocus = element?.contains(document.activeElement) ?? false;
  const rest = { count: found.length, texts, value, hasFocus };
  if (element === undefined || wanted === 'shown') {
    return { ...rest, point: null };
  }

  const place = () => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const before = place();
  await frame();
  await frame();
  const point = place();
  const top = document.elementFromPoint(point.x, point.y);
  const isStill = before.x === point.x && before.y === point.y;
  const isFree = element.contains(top) || (top?.contains(element) && top.matches('label'));
  // Firefox may drop a press on a page that is not painted yet, and does not report paints of hidden tabs.
  const isPainted =
    performance.getEntriesByName('first-contentful-paint').length > 0 || performance.now() > 3000;
  return { ...rest, point: isStill && isFree && isPainted ? point : null };
}

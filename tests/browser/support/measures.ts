/** What is measured on any page, in the browser, from computed styles and boxes. */
import type { Page } from 'playwright/test';

/** What a page may not do to a reader, each with the element it does it to. */
export const faultsOf = (page: Page, measured: readonly Measure[]): Promise<string[]> =>
  page.evaluate(measure, measured);

export type Measure = 'targets' | 'lost' | 'broken' | 'overlaps' | 'covered' | 'edges' | 'motion';

function measure(measured: readonly string[]): string[] {
  const shown = (element: Element) =>
    element.checkVisibility({
      contentVisibilityAuto: true,
      opacityProperty: true,
      visibilityProperty: true,
    }) && !element.closest('.visually-hidden, [inert]');
  const modal = [...document.querySelectorAll('dialog[open]')].at(-1);
  const scope = modal ?? document.body;
  const all = [...scope.querySelectorAll<HTMLElement>('*')].filter(shown);
  const name = (element: Element) => {
    const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
    return `<${element.localName}> ${text.replaceAll(/\s+/g, ' ').slice(0, 50)}`;
  };
  const size = (box: DOMRect) => `${Math.round(box.width)}×${Math.round(box.height)}`;

  /** Each text node that is drawn, with its boxes. */
  const texts = all.flatMap((element) => {
    if (element.closest('svg, select, option, textarea')) return [];
    return [...element.childNodes].filter(
      (node): node is Text => node instanceof Text && node.data.trim() !== '',
    );
  });
  const rangeOf = (node: Text, from = 0, to = node.length) => {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    return range;
  };
  /** Each line of a text, without what a clamp leaves out. */
  const linesOf = (node: Text) => {
    const clamp = node.parentElement?.closest('[data-lines]')?.getBoundingClientRect();
    return [...rangeOf(node).getClientRects()].filter(
      (box) => box.width > 1 && (!clamp || box.top + 2 < clamp.bottom),
    );
  };
  /** From people and stores, of any length. */
  const isOthers = (node: Text) => node.parentElement?.closest('[data-lines], bdi, [dir="auto"]');

  /** Scrolled sideways on purpose. */
  const isScrolled = (element: Element | null): boolean =>
    element !== null &&
    element !== document.body &&
    (/auto|scroll/.test(getComputedStyle(element).overflowX) || isScrolled(element.parentElement));

  const MEASURES: Record<string, () => string[]> = {
    /** 44 px for anything that is pressed, except links within a sentence; 16 px for typed letters. */
    targets: () => [
      ...all
        .filter((element) =>
          element.matches('a[href], button, input, select, textarea, summary, [role="option"]'),
        )
        .filter((element) => {
          const parent = element.parentElement;
          const inText =
            getComputedStyle(element).display === 'inline' &&
            (parent?.textContent ?? '').trim().length > (element.textContent ?? '').trim().length;
          const box = element.getBoundingClientRect();
          const label = element.closest('label')?.getBoundingClientRect();
          const fits = (some?: DOMRect) => some && some.width > 43.5 && some.height > 43.5;
          return !inText && !fits(box) && !fits(label);
        })
        .map((element) => `target ${size(element.getBoundingClientRect())}: ${name(element)}`),
      ...all
        .filter((element) => element.matches('input:not([type="checkbox"], [type="file"])'))
        .filter((element) => Number.parseFloat(getComputedStyle(element).fontSize) < 16)
        .map((element) => `phones would zoom into ${name(element)}`),
    ],

    /** Words that stick out of the window, or of a box that cuts them. */
    lost: () => [
      ...texts.flatMap((node) => {
        const parent = node.parentElement as HTMLElement;
        if (isScrolled(parent)) return [];
        const box = rangeOf(node).getBoundingClientRect();
        if (box.width === 0) return [];
        const room = document.documentElement.clientWidth;
        if (box.right > room + 1 || box.left < -1) return [`out of the window: ${name(parent)}`];
        for (
          let at: HTMLElement | null = parent;
          at && at !== document.body;
          at = at.parentElement
        ) {
          // A clamp leaves out on purpose what goes beyond its lines, but not of what we have to say.
          if (at.matches('[data-lines]:not([role="alert"] *, [role="status"] *)')) return [];
          const { overflowX, overflowY } = getComputedStyle(at);
          const frame = at.getBoundingClientRect();
          const cutsX =
            /hidden|clip/.test(overflowX) &&
            (box.right > frame.right + 2 || box.left < frame.left - 2);
          const cutsY =
            /hidden|clip/.test(overflowY) &&
            (box.bottom > frame.bottom + 2 || box.top < frame.top - 2);
          if (cutsX || cutsY) return [`cut off: ${name(parent)}`];
        }
        return [];
      }),
      ...all
        .filter((element) => element instanceof HTMLInputElement && element.placeholder !== '')
        .filter((element) => {
          const input = element as HTMLInputElement;
          const context = document.createElement('canvas').getContext('2d');
          const style = getComputedStyle(input);
          if (context === null) return false;
          context.font = getComputedStyle(input, '::placeholder').font;
          const room =
            input.clientWidth -
            Number.parseFloat(style.paddingLeft) -
            Number.parseFloat(style.paddingRight);
          return context.measureText(input.placeholder).width > room + 1;
        })
        .map((element) => `cut placeholder: ${(element as HTMLInputElement).placeholder}`),
      ...(document.documentElement.scrollWidth > document.documentElement.clientWidth
        ? [`scrolls sideways: ${document.documentElement.scrollWidth} px`]
        : []),
    ],

    /** Words of ours that are broken in the middle. */
    broken: () =>
      texts
        .filter((node) => !isOthers(node))
        .flatMap((node) =>
          [...node.data.matchAll(/[\p{L}\p{N}]{2,}/gu)]
            .filter(({ 0: word, index }) => {
              const boxes = [...rangeOf(node, index, index + word.length).getClientRects()];
              return new Set(boxes.map(({ top }) => Math.round(top))).size > 1;
            })
            .map(([word]) => `broken: ${word} in ${name(node.parentElement as Element)}`),
        ),

    /** Words over words, or over icons. */
    overlaps: () => {
      const icons = all.filter((element) =>
        element.matches('svg:not([role="img"], [role="img"] *)'),
      );
      // A sheet itself is fixed: what is in it is looked at as on a page.
      const isFixed = (element: Element | null): boolean =>
        element !== null &&
        element !== modal &&
        (/fixed|sticky|absolute/.test(getComputedStyle(element).position) ||
          isFixed(element.parentElement));
      const boxes = [
        ...texts
          .filter(({ parentElement }) => !isFixed(parentElement))
          .flatMap((node) =>
            linesOf(node).map((box) => ({ box, of: node.parentElement as Element })),
          ),
        ...icons
          .filter((icon) => !isFixed(icon))
          .map((icon) => ({ box: icon.getBoundingClientRect(), of: icon as Element })),
      ].filter(({ box }) => box.width > 1);
      return boxes.flatMap((one, index) =>
        boxes.slice(index + 1).flatMap((other) => {
          const width =
            Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
          const height =
            Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
          // The letters of a line that is set tight reach into the one above.
          const tight = 0.35 * Math.min(one.box.height, other.box.height);
          if (width <= 3 || height <= tight || one.of === other.of) return [];
          if (one.of.contains(other.of) || other.of.contains(one.of)) return [];
          return [`over one another: ${name(one.of)} and ${name(other.of)}`];
        }),
      );
    },

    /** By bars that stay while the page is scrolled: at most two fifths of the window. */
    covered: () =>
      all
        .filter((element) => /fixed|sticky/.test(getComputedStyle(element).position))
        .filter((element) => !element.matches('dialog, dialog *'))
        .filter((element) => element.getBoundingClientRect().height > 0.4 * innerHeight)
        .map((element) => `covered by ${name(element)}`),

    /** The edge of a field, 3:1 at least against what it lies on. */
    edges: () => {
      const rgb = (color: string) => {
        const context = document
          .createElement('canvas')
          .getContext('2d', { willReadFrequently: true });
        if (context === null) return [0, 0, 0, 0];
        context.fillStyle = color;
        context.fillRect(0, 0, 1, 1);
        return [...context.getImageData(0, 0, 1, 1).data];
      };
      const light = (color: string) =>
        rgb(color)
          .slice(0, 3)
          .map((part) =>
            part / 255 <= 0.04045 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4,
          )
          .reduce((sum, part, index) => sum + part * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0);
      const ratio = (one: string, other: string) => {
        const [dark = 0, bright = 0] = [light(one), light(other)].sort((a, b) => a - b);
        return (bright + 0.05) / (dark + 0.05);
      };
      const groundOf = (element: Element | null): string => {
        if (element === null) return 'Canvas';
        const { backgroundColor } = getComputedStyle(element);
        return rgb(backgroundColor)[3] === 0 ? groundOf(element.parentElement) : backgroundColor;
      };
      return all
        .filter((element) =>
          element.matches('input:not([type="checkbox"], [type="file"]), select, textarea'),
        )
        .flatMap((element) => {
          const { borderTopColor, borderTopStyle } = getComputedStyle(element);
          const ground = groundOf(element.parentElement);
          const edge = borderTopStyle === 'none' ? 1 : ratio(borderTopColor, ground);
          return edge < 3 ? [`edge ${edge.toFixed(2)}:1: ${name(element)}`] : [];
        });
    },

    /** Motion that lasts: people who asked for less should see none. */
    motion: () =>
      document
        .getAnimations()
        .filter((animation) => {
          const { duration, iterations } = animation.effect?.getComputedTiming() ?? {};
          return Number(duration) > 1 || iterations === Number.POSITIVE_INFINITY;
        })
        .map((animation) => `moves: ${(animation as CSSAnimation).animationName}`),
  };
  return measured.flatMap((each) => MEASURES[each]?.() ?? []);
}

/** In the page: moves the focus to the page's end and back, and names what a bar or a notice then covers. */
export function coveredWithFocus(): string[] {
  const isHeld = (element: Element | null): boolean =>
    element !== null &&
    (/fixed|sticky/.test(getComputedStyle(element).position) || isHeld(element.parentElement));
  const all = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, input, textarea, select'),
  ].filter((element) => element.tabIndex >= 0 && element.checkVisibility() && !isHeld(element));
  if (all.length === 0) return ['nothing gets the focus'];
  scrollTo(0, 0);
  return [...all, ...all.toReversed()].flatMap((element) => {
    element.focus({ focusVisible: true } as FocusOptions);
    const { left, top, width, height } = element.getBoundingClientRect();
    const covered = [top + 2, top + height / 2, top + height - 2].filter((y) =>
      isHeld(document.elementFromPoint(left + width / 2, y)),
    );
    // A small window has no room for all of a photo.
    const most = height > innerHeight / 2 ? 2 : 0;
    return covered.length > most ? [element.getAttribute('aria-label') ?? element.textContent] : [];
  });
}

/** In the page: what cuts off the focused element's ring, or covers the element. */
export function hidesFocus(element: HTMLElement | SVGElement): string[] {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const { outlineOffset, outlineWidth } = getComputedStyle(element);
  const ring = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
  const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const found = element.contains(shown) ? [] : ['covered'];
  for (let frame = element.parentElement; frame; frame = frame.parentElement) {
    const box = frame.getBoundingClientRect();
    const { overflowX, overflowY } = getComputedStyle(frame);
    const sides = left - ring < box.left || right + ring > box.right;
    const ends = top - ring < box.top || bottom + ring > box.bottom;
    if (/hidden|clip/.test(overflowX) && sides) found.push(`cut off by ${frame.className}`);
    if (/hidden|clip/.test(overflowY) && ends) found.push(`cut off by ${frame.className}`);
  }
  return found;
}

interface LayoutShift extends PerformanceEntry {
  value: number;
}

/** Call it before the page is opened; returns a function that reads the sum of all shifts so far. */
export async function watchLayoutShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let sum = 0;
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) sum += (entry as LayoutShift).value;
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift' });
    const readLayoutShift = () => {
      add(observer.takeRecords());
      return sum;
    };
    Object.assign(window, { readLayoutShift });
  });
  return () =>
    page.evaluate(() => (window as unknown as { readLayoutShift: () => number }).readLayoutShift());
}

/** In the page: notes which screen it shows, frame by frame, for as long as the document lasts. */
export function writeDownScreens(): void {
  const screens: string[] = [];
  const look = () => {
    const all = [...document.querySelectorAll('kept-screen:not([data-left])')];
    const isOne = all.length === 1 && all[0]?.textContent;
    const heading = document.querySelector('main h1')?.textContent;
    const seen = (isOne && heading) || `${all.length} screens`;
    if (screens.at(-1) !== seen) screens.push(seen);
    requestAnimationFrame(look);
  };
  look();
  Object.assign(window, { screens });
}

/** In the page: what this document has noted, if anything. */
export const screensShown = (): string[] | null => Reflect.get(window, 'screens') ?? null;

/** The files of the typeface that the page asks for. */
export function watchFonts(page: Page): { bytes: Promise<number> }[] {
  const fonts: { bytes: Promise<number> }[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'font') return;
    fonts.push({ bytes: response.body().then(({ length }) => length) });
  });
  return fonts;
}

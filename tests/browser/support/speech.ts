/**
 * What a screen reader says by itself: a dialog that opens, and live regions that come to say
 * something. A status that comes with its words is 'unheard', since most readers pass it over, and so
 * is one behind an open dialog.
 */
import type { Page } from 'playwright/test';

declare global {
  interface Window {
    spoken: string[];
  }
}

/** To be called before the page is opened; what is said is kept across its pages by the caller. */
export async function recordSpeech(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.spoken = [];
    const LIVE = '[role="status"], [role="alert"], [aria-live]:not([aria-live="off"])';
    const known = new Map<Element, string>();
    const words = (element: Element | null) =>
      (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    let dialog: Element | undefined;
    const look = () => {
      const open = [...document.querySelectorAll('dialog[open]')].at(-1);
      if (open && open !== dialog) {
        const said = ['aria-labelledby', 'aria-describedby'].flatMap((name) =>
          (open.getAttribute(name) ?? '')
            .split(' ')
            .map((id) => words(document.getElementById(id))),
        );
        window.spoken.push(`dialog: ${said.filter(Boolean).join('. ')}`);
      }
      for (const region of document.querySelectorAll(LIVE)) {
        const before = known.get(region);
        const now = words(region);
        known.set(region, now);
        if (now === '' || now === before || now === 'Loading') continue;
        const isNew = before === undefined;
        // What came with its dialog is read with it.
        if (isNew && open && open !== dialog && open.contains(region)) continue;
        const isAlert = region.getAttribute('role') === 'alert';
        const heard = (isAlert || !isNew) && (!open || open.contains(region));
        window.spoken.push(`${heard ? (isAlert ? 'alert' : 'status') : 'unheard'}: ${now}`);
      }
      dialog = open;
    };
    document.addEventListener('DOMContentLoaded', () => {
      for (const region of document.querySelectorAll(LIVE)) known.set(region, words(region));
      new MutationObserver(look).observe(document, {
        attributes: true,
        characterData: true,
        childList: true,
        subtree: true,
      });
    });
  });
}

/** All that was said on this page so far. */
export const spoken = (page: Page): Promise<string[]> => page.evaluate(() => window.spoken);

/**
 * Opens the landing promo once a day (docs/product.md#splash): closing it keeps the
 * device's own date. If nothing can be saved, it simply opens each time.
 */
import { isDueToday, localDayKey } from '../lib/domain/day.ts';
import * as storageKeys from '../lib/platform/storage-keys.ts';
import { readLocal, writeLocal } from './storage.ts';

const today = () => localDayKey(Date.now(), new Date().getTimezoneOffset());
const saveShownDate = () => writeLocal(storageKeys.landingPromoShown, today());

/** Which tab a key goes to, from the place of the one that has the focus. */
const nextTab: Readonly<Record<string, (index: number) => number>> = {
  ArrowRight: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  Home: () => 0,
  End: () => -1,
};

function setUpTabs(list: HTMLElement): void {
  const tabs = [...list.querySelectorAll<HTMLElement>('[role=tab]')];
  const select = (chosen: HTMLElement) => {
    for (const tab of tabs) {
      const selected = tab === chosen;
      tab.setAttribute('aria-selected', String(selected));
      tab.tabIndex = selected ? 0 : -1;
      const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '');
      if (panel) panel.hidden = !selected;
    }
  };
  tabs.forEach((tab, index) => {
    tab.addEventListener('click', () => select(tab));
    tab.addEventListener('keydown', (event) => {
      const next = nextTab[event.key]?.(index);
      if (next === undefined) return;
      event.preventDefault();
      const chosen = tabs.at(next % tabs.length);
      if (chosen) select(chosen);
      chosen?.focus();
    });
  });
}

function setUpPromo(promo: HTMLDialogElement): void {
  const list = promo.querySelector<HTMLElement>('[role=tablist]');
  if (list) setUpTabs(list);
  promo.addEventListener('close', saveShownDate);
  promo.addEventListener('click', (event) => {
    const { target } = event;
    if (target === promo) promo.close();
    // Getting started is the other way to be done with it for today.
    else if (target instanceof Element && target.closest('a')) saveShownDate();
  });
  const showIfDue = () => {
    const isDue = isDueToday(readLocal(storageKeys.landingPromoShown), today());
    if (!isDue) promo.close();
    if (!isDue || promo.open) return;
    promo.showModal();
    // Onto the sheet as a whole: none of its buttons is chosen yet.
    promo.focus();
  };
  showIfDue();
  // A page that the browser kept may have been left by a link of the promo, or on another day.
  addEventListener('pageshow', ({ persisted }) => persisted && showIfDue());
}

const dialog = document.querySelector<HTMLDialogElement>('#landing-promo');
if (dialog) setUpPromo(dialog);

/**
 * Opens the landing promo once a day (docs/product.md#splash): closing it keeps the
 * device's own date. Where nothing can be kept it simply opens each time.
 */
import { localDayKey } from '../lib/domain/day.ts';
import { isDueToday } from '../lib/domain/once-a-day.ts';
import * as storageKeys from '../lib/platform/storage-keys.ts';
import { keepLocal, readLocal } from './kept.ts';

const today = () => localDayKey(Date.now(), new Date().getTimezoneOffset());
const markSeen = () => keepLocal(storageKeys.landingPromoShown, today());

/** Which tab a key goes to, from the place of the one that has the focus. */
const steps = new Map<string, (at: number) => number>([
  ['ArrowRight', (at) => at + 1],
  ['ArrowLeft', (at) => at - 1],
  ['Home', () => 0],
  ['End', () => -1],
]);

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
  tabs.forEach((tab, at) => {
    tab.addEventListener('click', () => select(tab));
    tab.addEventListener('keydown', (event) => {
      const next = steps.get(event.key)?.(at);
      if (next === undefined) return;
      event.preventDefault();
      const chosen = tabs.at(next % tabs.length);
      if (chosen) select(chosen);
      chosen?.focus();
    });
  });
}

function setUp(dialog: HTMLDialogElement): void {
  const list = dialog.querySelector<HTMLElement>('[role=tablist]');
  if (list) setUpTabs(list);
  dialog.addEventListener('close', markSeen);
  dialog.addEventListener('click', (event) => {
    const { target } = event;
    if (target === dialog) dialog.close();
    // Getting started is the other way to be done with it for today.
    else if (target instanceof Element && target.closest('a')) markSeen();
  });
  if (!isDueToday(readLocal(storageKeys.landingPromoShown), today())) return;
  dialog.showModal();
  // Onto the sheet as a whole: nobody has reached for one of its buttons yet.
  dialog.focus();
}

const dialog = document.querySelector<HTMLDialogElement>('#landing-promo');
if (dialog) setUp(dialog);

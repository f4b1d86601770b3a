/** Presses a stamp onto the card with each tap; a full card starts again where it began. */
import { progressText } from '#text/progress.ts';

const GOAL = 10;

function setUpCard(element: HTMLElement): void {
  const start = Number(element.dataset.total);
  let total = start;
  const setText = (selector: string, text: string) => {
    const target = element.querySelector(selector);
    if (target) target.textContent = text;
  };
  element.querySelector('button')?.addEventListener('click', () => {
    total = total === GOAL ? start : total + 1;
    element.dataset.total = String(total);
    setText('[data-tap-count]', String(total));
    setText('[data-tap-words]', progressText(total, GOAL));
  });
}

const card = document.querySelector<HTMLElement>('[data-tap-card]');
if (card) setUpCard(card);

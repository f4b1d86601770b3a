/** Presses a stamp onto the card with each tap; a full card starts again where it began. */
import { wayToGo } from '../islands/cards/words.ts';

const GOAL = 10;

function setUp(card: HTMLElement): void {
  const start = Number(card.dataset.total);
  let total = start;
  const say = (selector: string, text: string) => {
    const place = card.querySelector(selector);
    if (place) place.textContent = text;
  };
  card.querySelector('button')?.addEventListener('click', () => {
    total = total === GOAL ? start : total + 1;
    card.dataset.total = String(total);
    say('[data-tap-count]', String(total));
    say('[data-tap-words]', wayToGo(total, GOAL));
  });
}

const card = document.querySelector<HTMLElement>('[data-tap-card]');
if (card) setUp(card);

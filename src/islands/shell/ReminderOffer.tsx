import * as text from '#text/reminders.ts';
import { routes } from '../../lib/routes.ts';
import { $reminderOffer } from '../../lib/state/reminder-offer.ts';
import { useValue } from '../use-value.ts';
import styles from './StampLandedContent.module.css';

/** In a sheet at its full height, the text above scrolls away and the buttons stay under the finger. */
function keepButtonsInPlace(line: HTMLElement | null): void {
  if (line?.parentElement == null) return;
  const gap = Number.parseFloat(getComputedStyle(line.parentElement).rowGap) || 0;
  line.closest('dialog')?.scrollBy(0, line.offsetHeight + gap);
}

/** Below a card that got full, once: the phone can announce the next one. A line of text, not a question. */
export function ReminderOffer() {
  if (!useValue($reminderOffer)) return null;
  return (
    <p className={styles.line} ref={keepButtonsInPlace}>
      {text.offer} <a href={routes.profile.path}>{text.offerLink}</a>
    </p>
  );
}

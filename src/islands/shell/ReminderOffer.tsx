import * as text from '#text/reminders.ts';
import { routes } from '../../lib/routes.ts';
import { $reminderOffer } from '../../lib/state/reminder-offer.ts';
import { useValue } from '../use-value.ts';
import styles from './StampLandedContent.module.css';

/** Below a card that got full, once: the phone can announce the next one. A line of text, not a question. */
export function ReminderOffer() {
  if (!useValue($reminderOffer)) return null;
  return (
    <p className={styles.line}>
      {text.offer} <a href={routes.profile.path}>{text.offerLink}</a>
    </p>
  );
}

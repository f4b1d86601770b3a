import * as text from '#text/opening-hours.ts';
import { call, website } from '#text/store.ts';
import {
  closedDaysText,
  type Hours,
  isElsewhere,
  openState,
  readHours,
  weekText,
} from '../../lib/domain/opening-hours.ts';
import { displayText, type Row } from '../../lib/domain/row.ts';
import { readPhone, readWebsite } from '../../lib/domain/store-contact.ts';
import { $minute } from '../../lib/state/clock.ts';
import { useValue } from '../use-value.ts';
import styles from './StoreScreen.module.css';

/** What a store says about itself: what it is, when it is open, and how to reach it. */
export function StoreFacts({ row }: { row: Row }) {
  const kind = displayText(row.kind);
  const hours = readHours(row);
  const phone = readPhone(row.phone);
  const address = readWebsite(row.website);
  if (!(kind || hours || phone || address)) return null;
  return (
    <div className={styles.facts}>
      {kind && <bdi>{kind}</bdi>}
      {hours && <OpeningHours hours={hours} />}
      {phone && (
        <a aria-label={call(phone.text)} href={phone.link}>
          {phone.text}
        </a>
      )}
      {address && (
        <a href={address} rel="noopener noreferrer" target="_blank">
          {website}
        </a>
      )}
    </div>
  );
}

function OpeningHours({ hours }: { hours: Hours }) {
  useValue($minute);
  const now = Date.now();
  const state = openState(hours, now);
  const closedDays = closedDaysText(hours, now);
  return (
    <details className={styles.hours}>
      <summary data-open={state?.isOpen}>{state?.text}</summary>
      <dl>
        {weekText(hours).map((line) => (
          <div key={line.days}>
            <dt>{line.days}</dt>
            <dd>{line.hours}</dd>
          </div>
        ))}
      </dl>
      {closedDays.length > 0 && <p>{text.closedOn(closedDays.join('; '))}</p>}
      {isElsewhere(hours, now) && <p>{text.elsewhere}</p>}
    </details>
  );
}

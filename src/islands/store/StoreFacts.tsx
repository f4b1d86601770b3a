import { call, website } from '#text/store.ts';
import { displayText, type Row } from '../../lib/domain/row.ts';
import { readPhone, readWebsite } from '../../lib/domain/store-contact.ts';
import { onDemand } from '../../lib/state/on-demand.ts';
import { useValue } from '../use-value.ts';
import styles from './StoreFacts.module.css';

/** The rules of hours, zones and closed days come after the screen. */
const openingHours = onDemand(() => import('./OpeningHours.tsx'));

/** What a store says of itself: what it is, when it is open, and how it is reached. */
export function StoreFacts({ row }: { row: Row }) {
  const kind = displayText(row.kind);
  const hours = useValue(openingHours.$state);
  const phone = readPhone(row.phone);
  const address = readWebsite(row.website);
  if (!(kind || row.opening_hours || phone || address)) return null;
  return (
    <div className={styles.facts}>
      {kind && <bdi>{kind}</bdi>}
      {!!row.opening_hours && (
        <div className={styles.hours} data-live>
          {hours.status === 'ready' && <hours.module.OpeningHours row={row} />}
        </div>
      )}
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

import * as text from '#text/opening-hours.ts';
import {
  closedDaysText,
  isElsewhere,
  openState,
  readHours,
  weekText,
} from '../../lib/domain/opening-hours.ts';
import type { Row } from '../../lib/domain/row.ts';

/** Whether the store is open, and behind it the hours of its week. */
export function OpeningHours({ row }: { row: Row }) {
  const hours = readHours(row);
  if (hours === null) return null;
  const now = Date.now();
  const state = openState(hours, now);
  const closedDays = closedDaysText(hours, now);
  return (
    <details>
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

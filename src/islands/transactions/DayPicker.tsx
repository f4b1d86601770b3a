import { appDayStart, appWeekdayDateText } from '../../lib/domain/day.ts';
import { $day, chooseDay } from '../../lib/state/transactions.ts';
import { useValue } from '../use-value.ts';
import styles from './TransactionsScreen.module.css';

/** One day, start and end the same; the device's own picker opens with a tap anywhere on it. */
export function DayPicker() {
  const day = useValue($day);
  return (
    <label className={styles.day}>
      <span className="visually-hidden">Date</span>
      <input
        type="date"
        value={day ?? ''}
        onChange={(event) => void chooseDay(event.target.value)}
        onClick={(event) => event.currentTarget.showPicker?.()}
      />
      <span className={styles.words} aria-hidden="true">
        {day !== null && appWeekdayDateText(appDayStart(day))}
      </span>
    </label>
  );
}

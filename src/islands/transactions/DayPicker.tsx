import { useRef, useState } from 'react';
import { appDayStart, appWeekdayDateText } from '../../lib/domain/day.ts';
import { $day, chooseDay } from '../../lib/state/transactions.ts';
import { useValue } from '../use-value.ts';
import styles from './TransactionsScreen.module.css';

/** On its way to a day: a part is still empty (''), or the year has not got its four digits. */
const isHalfTyped = (text: string): boolean => text === '' || text.startsWith('0');

/** One day, start and end the same; the device's own picker opens with a tap anywhere on it. */
export function DayPicker() {
  const day = useValue($day);
  const typing = useRef(false);
  const [draft, setDraft] = useState<string | null>(null);

  const choose = (text: string) => {
    setDraft(null);
    chooseDay(text);
  };

  return (
    <label className={styles.day}>
      <span className="visually-hidden">Date</span>
      <input
        type="date"
        value={draft ?? day ?? ''}
        onKeyDown={() => {
          typing.current = true;
        }}
        onChange={({ target }) => {
          if (typing.current && isHalfTyped(target.value)) setDraft(target.value);
          else choose(target.value);
        }}
        onBlur={() => {
          typing.current = false;
          if (draft !== null) choose(draft);
        }}
        onClick={(event) => {
          typing.current = false;
          event.currentTarget.showPicker?.();
        }}
      />
      <span className={styles.words} aria-hidden="true">
        {day !== null && appWeekdayDateText(appDayStart(day))}
      </span>
    </label>
  );
}

import { type RefObject, useRef, useState } from 'react';
import { dataErrors } from '#text/messages.ts';
import * as text from '#text/transactions.ts';
import { appDayStart, appWeekdayDateText } from '../../lib/domain/day.ts';
import { EARLIEST_DAY } from '../../lib/domain/limits.ts';
import { unlessLeft } from '../../lib/state/address.ts';
import { $day, $lastDay, chooseDay, moveDay } from '../../lib/state/listed-day.ts';
import { onDemand } from '../../lib/state/on-demand.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { useKeptFocus } from '../ui/use-kept-focus.ts';
import { useValue } from '../use-value.ts';
import styles from './DayPicker.module.css';

/**
 * Not a whole day yet: a part is still empty (''), the year does not have four digits, or it is still this
 * year's, in which the month or day just typed is still ahead.
 */
const isHalfTyped = (typed: string, lastDay: string | null): boolean =>
  typed === '' || typed.startsWith('0') || typed > (lastDay ?? typed);

/** One day, start and end the same, with the day before and after it a tap away. */
export function DayPicker({ group }: { group: RefObject<HTMLFieldSetElement | null> }) {
  const day = useValue($day);
  const lastDay = useValue($lastDay);
  useKeptFocus(group);

  return (
    <>
      <fieldset className={styles.days} ref={group} tabIndex={-1}>
        <legend className="visually-hidden">{text.day}</legend>
        <Button
          rank="second"
          className={styles.step}
          aria-label={text.dayBefore}
          disabled={day === null || day <= EARLIEST_DAY}
          onClick={() => moveDay(-1)}
        >
          <Icon name="chevron-left" size={20} />
        </Button>
        <DayField day={day} lastDay={lastDay} />
        <Button
          rank="second"
          className={styles.step}
          aria-label={text.dayAfter}
          disabled={day === null || lastDay === null || day >= lastDay}
          onClick={() => moveDay(1)}
        >
          <Icon name="chevron-right" size={20} />
        </Button>
      </fieldset>
      <Calendar />
    </>
  );
}

const calendar = onDemand(async () => {
  const [{ MonthCalendar }, { openCalendar }] = await Promise.all([
    import('./MonthCalendar.tsx'),
    import('../../lib/state/stamp-days.ts'),
  ]);
  return { MonthCalendar, openCalendar };
});

/** The month at a glance, once it has been fetched. */
function Calendar() {
  const state = useValue(calendar.$state);
  if (state.status === 'ready') return <state.module.MonthCalendar />;
  if (state.status === 'waiting') return null;
  return (
    <p className={styles.failed} role="alert">
      {dataErrors.loadStamps}
    </p>
  );
}

/** A tap anywhere on it opens the month and its days with stamps; a day can also be typed. */
function DayField({ day, lastDay }: { day: string | null; lastDay: string | null }) {
  const typing = useRef(false);
  const [draft, setDraft] = useState<string | null>(null);

  const choose = (typed: string) => {
    setDraft(null);
    chooseDay(typed);
  };

  return (
    <div className={styles.day}>
      <input
        type="date"
        aria-label={text.dateField}
        value={draft ?? day ?? ''}
        min={EARLIEST_DAY}
        max={lastDay ?? undefined}
        onKeyDown={() => {
          typing.current = true;
        }}
        onChange={({ target }) => {
          if (typing.current && isHalfTyped(target.value, lastDay)) setDraft(target.value);
          else choose(target.value);
        }}
        onBlur={() => {
          typing.current = false;
          if (draft !== null) choose(draft);
        }}
      />
      <p className={styles.words} role="status">
        {day !== null && appWeekdayDateText(appDayStart(day))}
      </p>
      <Icon name="calendar" size={20} />
      <button
        type="button"
        className={styles.open}
        aria-label={text.daysWithStamps}
        aria-haspopup="dialog"
        disabled={day === null}
        onClick={() => void calendar.whenReady(unlessLeft(({ openCalendar }) => openCalendar()))}
      />
    </div>
  );
}

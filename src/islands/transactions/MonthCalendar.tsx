import { type KeyboardEvent, useEffect, useRef } from 'react';
import { close, tryAgain } from '#text/common.ts';
import * as text from '#text/transactions.ts';
import { monthOf, monthPlus, monthText, WEEKDAYS, weeksOf } from '../../lib/domain/calendar.ts';
import { appDayStart, appWeekdayDateText, dayPlus } from '../../lib/domain/day.ts';
import { EARLIEST_DAY } from '../../lib/domain/limits.ts';
import { $day, $lastDay, $today, chooseDay } from '../../lib/state/listed-day.ts';
import { shownValue } from '../../lib/state/reading/loadable.ts';
import { retryRead } from '../../lib/state/reading/resource.ts';
import {
  $month,
  $stampDays,
  closeCalendar,
  readStampDays,
  showMonth,
} from '../../lib/state/stamp-days.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Modal } from '../ui/Modal.tsx';
import { useKeptFocus } from '../ui/use-kept-focus.ts';
import { useValue } from '../use-value.ts';
import styles from './MonthCalendar.module.css';

/** A month, the days with stamps marked; a tap on a day lists it. */
export function MonthCalendar() {
  const month = useValue($month);
  return (
    <Modal open={month !== null} onClose={closeCalendar} title={text.daysWithStamps}>
      {month !== null && <Month month={month} />}
      <Button rank="plain" wide onClick={closeCalendar}>
        {close}
      </Button>
    </Modal>
  );
}

function Month({ month }: { month: string }) {
  const lastDay = useValue($lastDay) ?? EARLIEST_DAY;
  const head = useRef<HTMLDivElement>(null);
  useKeptFocus(head);
  return (
    <>
      <div className={styles.head} ref={head} tabIndex={-1}>
        <Button
          rank="second"
          className={styles.step}
          aria-label={text.monthBefore}
          disabled={month <= monthOf(EARLIEST_DAY)}
          onClick={() => showMonth(monthPlus(month, -1))}
        >
          <Icon name="chevron-left" size={20} />
        </Button>
        <p className={styles.month} role="status">
          {monthText(month)}
        </p>
        <Button
          rank="second"
          className={styles.step}
          aria-label={text.monthAfter}
          disabled={month >= monthOf(lastDay)}
          onClick={() => showMonth(monthPlus(month, 1))}
        >
          <Icon name="chevron-right" size={20} />
        </Button>
      </div>
      <Days month={month} lastDay={lastDay} />
      <Marks />
    </>
  );
}

/** What the marks mean, or that they can't be loaded, with a way to retry. */
function Marks() {
  const state = useValue($stampDays);
  if (state.status !== 'failed') {
    return (
      <p className={styles.marks}>
        <span className={styles.mark} /> {text.daysWithStamps}
      </p>
    );
  }
  return (
    <div className={styles.marks} role="alert">
      <p>{text.unableToLoad('stamps', state.message)}</p>
      <Button rank="plain" onClick={() => retryRead(readStampDays)}>
        {tryAgain}
      </Button>
    </div>
  );
}

const dayLabel = (day: string, isMarked: boolean): string => {
  const date = appWeekdayDateText(appDayStart(day));
  return isMarked ? text.withStamps(date) : date;
};

/** By how many days a key moves. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
};

function Days({ month, lastDay }: { month: string; lastDay: string }) {
  const listed = useValue($day);
  const today = useValue($today);
  const marked = new Set(shownValue(useValue($stampDays)));
  const grid = useRef<HTMLTableElement>(null);
  /** Where an arrow key leads: that day may be in a month that is not drawn yet. */
  const target = useRef<string | null>(null);

  const focusTarget = () => {
    if (target.current === null) return;
    grid.current?.querySelector<HTMLElement>(`[data-day="${target.current}"]`)?.focus();
    target.current = null;
  };
  useEffect(focusTarget);

  // A low window has room for three weeks; the end of the sheet covers the next.
  useEffect(() => {
    const day = grid.current?.querySelector('[aria-pressed="true"]');
    day?.scrollIntoView({ block: 'center' });
  }, []);

  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const step = STEPS[event.key];
    const from = event.currentTarget.dataset.day;
    if (step === undefined || from === undefined) return;
    event.preventDefault();
    const next = dayPlus(from, step);
    if (next < EARLIEST_DAY || next > lastDay) return;
    target.current = next;
    if (monthOf(next) === month) focusTarget();
    else showMonth(monthOf(next));
  };

  const choose = (day: string) => {
    closeCalendar();
    chooseDay(day);
  };

  return (
    <table className={styles.days} aria-label={monthText(month)} ref={grid}>
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col" abbr={name}>
              {text.shortWeekday(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a week has no other name.
          <tr key={index}>
            {week.map((day, weekday) => (
              <td key={WEEKDAYS[weekday]}>
                {day !== null && (
                  <button
                    type="button"
                    className={styles.day}
                    data-day={day}
                    data-marked={marked.has(day)}
                    aria-current={day === today ? 'date' : undefined}
                    aria-label={dayLabel(day, marked.has(day))}
                    disabled={day > lastDay || day < EARLIEST_DAY}
                    aria-pressed={day === listed}
                    onClick={() => choose(day)}
                    onKeyDown={onKeyDown}
                  >
                    {/* An element: React couldn't change a text that the browser has translated. */}
                    <span>{Number(day.slice(-2))}</span>
                    {marked.has(day) && <span className={styles.mark} />}
                  </button>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Time left for a reward and for a code (docs/product.md#time). */
import * as text from '#text/dates.ts';
import { DAY_MS, endOfAppDay, parseInstant } from './day.ts';

interface Clock {
  hours: number;
  minutes: number;
  seconds: number;
}

export type Countdown =
  | { kind: 'none' }
  | { kind: 'unreadable' }
  | { kind: 'expired' }
  | ({ kind: 'days'; days: number } & Clock)
  | ({ kind: 'clock' } & Clock);

/**
 * How much time an end date leaves at any moment. Its whole UTC+8 day counts: the deadline is that day's
 * last instant. The date is read once, however often a clock asks.
 */
export function countdownOf(dateEnd: string | null): (now: number) => Countdown {
  if (!dateEnd?.trim()) return () => ({ kind: 'none' });
  const end = parseInstant(dateEnd);
  if (end === null) return () => ({ kind: 'unreadable' });
  const deadline = endOfAppDay(end);
  return (now) => {
    const remaining = deadline - now;
    if (remaining < 0) return { kind: 'expired' };
    if (remaining > DAY_MS) {
      return { kind: 'days', days: Math.floor(remaining / DAY_MS), ...clock(remaining % DAY_MS) };
    }
    return { kind: 'clock', ...clock(Math.min(deadline, endOfAppDay(now)) - now) };
  };
}

function clock(ms: number): Clock {
  const seconds = Math.floor(ms / 1000);
  return {
    hours: Math.floor(seconds / 3600),
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  };
}

/** 'No end date', 'No timer', 'Expired', '3 days remaining' or '05:03:01'. */
export function countdownText(timeLeft: Countdown): string {
  switch (timeLeft.kind) {
    case 'none':
      return text.noEndDate;
    case 'unreadable':
      return text.noTimer;
    case 'expired':
      return text.expired;
    case 'days':
      return text.daysRemaining(timeLeft.days);
    case 'clock':
      return clockText(timeLeft);
  }
}

/** As countdownText, with days as '2d 04:13:09': the cards of /home. */
export function homeCountdownText(timeLeft: Countdown): string {
  return timeLeft.kind === 'days'
    ? text.daysAndClock(timeLeft.days, clockText(timeLeft))
    : countdownText(timeLeft);
}

function clockText({ hours, minutes, seconds }: Clock): string {
  return [hours, minutes, seconds].map(twoDigits).join(':');
}

/** 'mm:ss', never below '00:00': the code's time left. */
export function minutesAndSeconds(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  return `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

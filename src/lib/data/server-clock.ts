/**
 * What time it is for the backend, by the `Date` of its answers: the device's own clock may be wrong
 * by a day. Known once an answer has come, and never ahead of the truth: a date is rounded down, and
 * older than its answer's arrival.
 */
import { platform } from '../platform/platform.ts';
import { onAnswered } from './backend-fetch.ts';

/** The backend's time when this page began, as the quickest answer so far tells it. */
let atPageBegin: number | null = null;

onAnswered((answer) => {
  const date = Date.parse(answer.headers.get('date') ?? '');
  if (Number.isNaN(date)) return;
  atPageBegin = Math.max(atPageBegin ?? 0, date - platform().elapsed());
});

/**
 * The backend's time at a moment of this page, in epoch milliseconds; null where nothing tells it.
 *
 * @param elapsed the moment, as `platform().elapsed()` told it
 */
export const serverTimeAt = (elapsed: number): number | null =>
  atPageBegin === null ? null : atPageBegin + elapsed;

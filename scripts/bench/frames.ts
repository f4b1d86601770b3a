/** What a page's main thread and its pictures did for a while, from Chromium's own trace. */
import type { CDPSession } from 'playwright';

/** Times are microseconds, as in the trace. */
export interface TraceEvent {
  name: string;
  /** Of which the process and the thread are. */
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** What of `dur` the thread itself ran, other programs left out. */
  tdur?: number;
  args?: { name?: string; data?: { timerId?: number; timeout?: number } };
}

const CATEGORIES = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline.frame',
  'toplevel',
  '__metadata',
];

/** The events of the whole browser while `action` runs. */
export async function traceWhile(
  browser: CDPSession,
  action: () => Promise<unknown>,
): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }) => events.push(...(value as TraceEvent[]));
  browser.on('Tracing.dataCollected', collect);
  const complete = new Promise((resolve) => browser.once('Tracing.tracingComplete', resolve));
  await browser.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES },
  });
  try {
    await action();
  } finally {
    await browser.send('Tracing.end');
    await complete;
    browser.off('Tracing.dataCollected', collect);
  }
  return events;
}

const ms = (microseconds: number) => microseconds / 1000;

/** NaN of nothing: such a run proves nothing. */
export const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;

/** The process of the page: the one in which something was laid out or painted. */
const pageProcess = (events: readonly TraceEvent[]) =>
  events.find(({ name }) => name === 'PrePaint')?.pid;

/** Milliseconds between one picture and the next that the page handed over. */
export function frameIntervals(events: readonly TraceEvent[]): number[] {
  const pid = pageProcess(events);
  const times = events
    .filter((event) => event.name === 'DrawFrame' && event.pid === pid)
    .map(({ ts }) => ts)
    .toSorted((a, b) => a - b);
  return times.slice(1).map((time, index) => ms(time - (times[index] ?? 0)));
}

/** Milliseconds of the longest task of the page's main thread. */
export function longestTask(events: readonly TraceEvent[]): number {
  const pid = pageProcess(events);
  const main = events.find(
    (event) =>
      event.pid === pid && event.name === 'thread_name' && event.args?.name === 'CrRendererMain',
  );
  const tasks = events
    .filter(
      ({ name, tid, pid: of }) =>
        name === 'ThreadControllerImpl::RunTask' && tid === main?.tid && of === pid,
    )
    .map(({ dur = 0 }) => ms(dur));
  return tasks.length === 0 ? Number.NaN : Math.max(...tasks);
}

/** Milliseconds that each timer took which was set for the next full second: the countdowns' tick. */
export function tickTimes(events: readonly TraceEvent[]): number[] {
  const ticks = new Set(
    events
      .filter(({ name }) => name === 'TimerInstall')
      .filter(({ args }) => (args?.data?.timeout ?? 0) > 900 && (args?.data?.timeout ?? 0) <= 1000)
      .map(({ pid, args }) => `${pid} ${args?.data?.timerId}`),
  );
  return events
    .filter(
      ({ name, pid, args }) => name === 'TimerFire' && ticks.has(`${pid} ${args?.data?.timerId}`),
    )
    .map(({ tdur, dur = 0 }) => ms(tdur ?? dur));
}

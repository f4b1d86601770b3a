/** What a browser did while a page moved, from Chromium's own trace. */
import type { CDPSession } from 'playwright';

/** Microseconds, as in the trace. */
export interface TraceEvent {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  pid: number;
  tid: number;
  args?: { name?: string };
}

const CATEGORIES = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-devtools.timeline.frame',
  'toplevel',
  '__metadata',
];

/** The events of everything the browser does while `action` runs. */
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

/**
 * How soon a customer sees what a till does, from the tap to the picture on the built site, and what
 * open codes ask by the app's own numbers: `npm run bench -- live`.
 */
import { chromium } from 'playwright';
import { SCAN_POLL_STEPS } from '../src/lib/domain/limits.ts';
import { pollDelay } from '../src/lib/state/codes/poll.ts';
import { browserName, type Table, writeSection } from './bench/section.ts';
import { tapTable } from './bench/taps.ts';
import { asCommand, conclude } from './command.ts';
import { runProduct } from './server/product.ts';
import { launchOptions } from './testing/find-browser.ts';

const CODES = 10_000;
/** docs/operating.md#what-a-month-costs */
const SHOWN_MS = 20_000;
/** One goes in and one out, of one stamp. */
const MESSAGES_OF_STAMP = 2;
const HOUR_MS = 3_600_000;

/** How often a code asks until it is closed, which had its channel before it opened. */
function questions(isPushed: boolean): number {
  let count = 0;
  for (let at = 0; at < SHOWN_MS; at += pollDelay(at, 0, 0, isPushed)) count += 1;
  return count;
}

const a = (value: number) => Math.round(value).toLocaleString('en');

function paceTable(): Table {
  const stepRows = SCAN_POLL_STEPS.map(({ untilMs }) => {
    const rates = [true, false].map((isPushed) => {
      const delay = pollDelay(untilMs - 1, 0, 0, isPushed);
      return a((CODES * 1000) / delay);
    });
    return [`until ${untilMs / 60_000} min`, ...rates];
  });
  const opened = (CODES / SHOWN_MS) * HOUR_MS;
  const shown = [true, false].map((isPushed) => a((questions(isPushed) * CODES * 1000) / SHOWN_MS));
  return {
    names: [`${a(CODES)} codes, questions a second`],
    figures: ['pushed', 'not pushed'],
    rows: [
      ...stepRows,
      [`shown ${SHOWN_MS / 1000} s each`, ...shown],
      ['messages an hour', a(opened * MESSAGES_OF_STAMP), '0'],
    ],
  };
}

await asCommand(import.meta.main, async () => {
  const product = await runProduct({ port: 0 });
  const browser = await chromium.launch(launchOptions());
  try {
    const { table, problems } = await tapTable(browser, product);
    await writeSection('live', browserName(), [table, paceTable()]);
    conclude(problems, 'A customer sees at once what the till does.');
  } finally {
    await browser.close();
    await product.close();
  }
});

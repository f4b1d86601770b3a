/**
 * How often 10,000 open codes ask: the app's own code watches one, under a simulated clock, and all
 * behave like it.
 */
import { mock } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SCAN_NOTICE_MS, SCAN_POLL_STEPS } from '../../src/lib/domain/limits.ts';
import { setPlatform } from '../../src/lib/platform/platform.ts';
import { type Listen, poll } from '../../src/lib/state/codes/poll.ts';
import { memoryPlatform } from '../../tests/memory-platform.ts';
import type { Table } from './section.ts';

const CODES = 10_000;
/** docs/operating.md#what-a-month-costs */
const SHOWN_MS = 20_000;
/** A question is answered before it ends. */
const STEP_MS = 10;
const MINUTE_MS = 60_000;

const nothing = () => undefined;

/** When a code opened at 0 asks, with the channel its screen already had or without one. */
async function questionsOf(isPushed: boolean, untilMs: number, newsMs?: number): Promise<number[]> {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  setPlatform(memoryPlatform());
  const times: number[] = [];
  const ask = async () => void times.push(Date.now());
  const channel: Listen = ({ onNews, onUp }) => {
    if (newsMs !== undefined) setTimeout(() => onNews('given'), newsMs);
    onUp(true, false);
    return nothing;
  };
  const { stop } = poll(ask, nothing, nothing, isPushed ? channel : undefined);
  for (let passed = 0; passed < untilMs; passed += STEP_MS) {
    mock.timers.tick(STEP_MS);
    await nextTurn();
  }
  stop();
  mock.timers.reset();
  return times;
}

/** The rate of all codes in each step of the pace, if nobody touches them. */
async function leftOpen(isPushed: boolean): Promise<number[]> {
  const times = await questionsOf(isPushed, SCAN_POLL_STEPS.at(-1)?.untilMs ?? 0);
  return SCAN_POLL_STEPS.map(({ untilMs }, index) => {
    const began = SCAN_POLL_STEPS[index - 1]?.untilMs ?? 0;
    const within = times.filter((time) => time >= began && time < untilMs);
    return (CODES * within.length * 1000) / (untilMs - began);
  });
}

/** As many codes open as close. */
const codesASecond = (CODES * 1000) / SHOWN_MS;

/** The rate of codes shown until a stamp lands, and watched a moment longer. */
async function shownBriefly(isPushed: boolean): Promise<number> {
  const times = await questionsOf(isPushed, SHOWN_MS + SCAN_NOTICE_MS, SHOWN_MS);
  return times.length * codesASecond;
}

const a = (value = Number.NaN) => Math.round(value).toLocaleString('en');

export async function openCodesTable(): Promise<Table> {
  const open = [await leftOpen(true), await leftOpen(false)];
  const shown = [await shownBriefly(true), await shownBriefly(false)];
  return {
    names: [`${a(CODES)} codes, questions a second`],
    figures: ['pushed', 'not pushed'],
    rows: [
      ...SCAN_POLL_STEPS.map(({ untilMs }, index) => [
        `until ${untilMs / MINUTE_MS} min`,
        ...open.map((rates) => a(rates[index])),
      ]),
      [`shown ${SHOWN_MS / 1000} s each, with a stamp`, ...shown.map((rate) => a(rate))],
      // Each stamp is one message in and one out.
      ['messages an hour', a(codesASecond * 2 * 3600), '0'],
    ],
  };
}

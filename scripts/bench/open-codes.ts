/**
 * What 10,000 open codes ask: one is watched by the app's own code, under a clock turned by hand, and all
 * do as it does.
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
/** A question is answered by the end of it. */
const STEP_MS = 10;
const MINUTE_MS = 60_000;

const nothing = () => undefined;

/** When a code asks that is opened at 0, with the channel that its screen had before or without one. */
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

/** Of all codes, in each step of the pace, where nobody touches them. */
async function leftOpen(isPushed: boolean): Promise<number[]> {
  const times = await questionsOf(isPushed, SCAN_POLL_STEPS.at(-1)?.untilMs ?? 0);
  return SCAN_POLL_STEPS.map(({ untilMs }, index) => {
    const began = SCAN_POLL_STEPS[index - 1]?.untilMs ?? 0;
    const within = times.filter((time) => time >= began && time < untilMs);
    return (CODES * within.length * 1000) / (untilMs - began);
  });
}

/** As many codes come as go. */
const codesASecond = (CODES * 1000) / SHOWN_MS;

/** Of codes that are shown until a stamp lands, and watched for a moment more. */
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
      // Of each stamp one goes in and one out.
      ['messages an hour', a(codesASecond * 2 * 3600), '0'],
    ],
  };
}

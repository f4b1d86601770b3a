/** What 10,000 open codes ask: each is watched by the app's own code, under a clock turned by hand. */
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

/** What was asked and sent until now. */
let questions: number;
let messages: number;

async function pass(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += STEP_MS) {
    mock.timers.tick(STEP_MS);
    await nextTurn();
  }
}

const ask = async () => {
  questions += 1;
};
const nothing = () => undefined;

/** A code on the screen, with the channel that its screen had before, or without one. */
function openCode(isPushed: boolean) {
  let tell: () => void = nothing;
  const channel: Listen = ({ onNews, onUp }) => {
    tell = () => onNews('given');
    onUp(true, false);
    return nothing;
  };
  const watch = poll(ask, nothing, nothing, isPushed ? channel : undefined);
  return { watch, tell: () => tell() };
}

/** Shown until a stamp lands, and watched for a moment more. */
function showCode(isPushed: boolean): void {
  const { watch, tell } = openCode(isPushed);
  setTimeout(() => {
    // One goes in and one out.
    if (isPushed) messages += 2;
    tell();
    setTimeout(watch.stop, SCAN_NOTICE_MS);
  }, SHOWN_MS);
}

async function underClock<T>(work: () => Promise<T>): Promise<T> {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  setPlatform(memoryPlatform());
  [questions, messages] = [0, 0];
  try {
    return await work();
  } finally {
    mock.timers.reset();
  }
}

/** Questions a second in each step of the pace, of codes that nobody touches. */
const leftOpen = (isPushed: boolean) =>
  underClock(async () => {
    for (let code = 0; code < CODES; code += 1) openCode(isPushed);
    const rates: number[] = [];
    let [began, before] = [0, 0];
    for (const { untilMs } of SCAN_POLL_STEPS) {
      await pass(untilMs - began);
      rates.push(((questions - before) * 1000) / (untilMs - began));
      [began, before] = [untilMs, questions];
    }
    return rates;
  });

/** Questions a second and messages an hour, while as many codes come as go. */
const shownBriefly = (isPushed: boolean) =>
  underClock(async () => {
    const [gapMs, warmUpMs] = [SHOWN_MS / CODES, SHOWN_MS + SCAN_NOTICE_MS];
    for (let at = 0; at < warmUpMs + MINUTE_MS; at += gapMs)
      setTimeout(() => showCode(isPushed), at);
    await pass(warmUpMs);
    const before = { questions, messages };
    await pass(MINUTE_MS);
    return [(questions - before.questions) / 60, (messages - before.messages) * 60];
  });

const a = (value = Number.NaN) => Math.round(value).toLocaleString('en');

export async function openCodesTable(): Promise<Table> {
  const ways = [true, false];
  const open: number[][] = [];
  const shown: number[][] = [];
  for (const isPushed of ways) {
    open.push(await leftOpen(isPushed));
    shown.push(await shownBriefly(isPushed));
  }
  const steps = SCAN_POLL_STEPS.map(({ untilMs }) => `until ${untilMs / MINUTE_MS} min`);
  return {
    names: [`${a(CODES)} codes, questions a second`],
    figures: ['pushed', 'not pushed'],
    rows: [
      ...steps.map((step, index) => [step, ...open.map((rates) => a(rates[index]))]),
      [`shown ${SHOWN_MS / 1000} s each, with a stamp`, ...shown.map(([rate]) => a(rate))],
      ['messages an hour', ...shown.map(([, sent]) => a(sent))],
    ],
  };
}

import { expect, test } from 'vitest';
import {
  frameIntervals,
  longestTask,
  p95,
  type TraceEvent,
  tickTimes,
} from '../../../../scripts/bench/frames.ts';
import { calmest, listProblems } from '../../../../scripts/bench/long-list.ts';

const PAGE = { pid: 7, tid: 1 };
const event = (name: string, ts: number, more: Partial<TraceEvent> = {}): TraceEvent => ({
  ...PAGE,
  name,
  ts,
  ...more,
});
const painted = event('PrePaint', 0);

test('frames are the page’s own, in the order in which they were shown', () => {
  const frames = [event('DrawFrame', 50_000), event('DrawFrame', 0), event('DrawFrame', 16_000)];
  const other = event('DrawFrame', 20_000, { pid: 8 });
  expect(frameIntervals([painted, other, ...frames])).toEqual([16, 34]);
});

test('the longest task is that of the main thread', () => {
  const main = event('thread_name', 0, { args: { name: 'CrRendererMain' } });
  const tasks = [
    event('ThreadControllerImpl::RunTask', 1, { dur: 3000 }),
    event('ThreadControllerImpl::RunTask', 9, { dur: 8000 }),
    event('ThreadControllerImpl::RunTask', 9, { dur: 90_000, tid: 2 }),
  ];
  expect(longestTask([main, painted, ...tasks])).toBe(8);
  expect(longestTask([main, painted])).toBeNaN();
});

test('a tick is a timer set for the next second, by the time its thread ran', () => {
  const timer = (name: string, data: object, more = {}) =>
    event(name, 0, { args: { data }, ...more });
  expect(
    tickTimes([
      timer('TimerInstall', { timerId: 1, timeout: 998 }),
      timer('TimerInstall', { timerId: 2, timeout: 60_000 }),
      timer('TimerFire', { timerId: 1 }, { dur: 9000, tdur: 1500 }),
      timer('TimerFire', { timerId: 2 }, { dur: 70_000, tdur: 70_000 }),
    ]),
  ).toEqual([1.5]);
});

test('a run without figures proves nothing', () => {
  expect(p95([])).toBeNaN();
  const none = { cards: 500, requests: 11, heapMb: 9, nodes: 20_000, framesPerSecond: 60 };
  const figures = {
    ...none,
    frameP95: Number.NaN,
    longestTask: 0,
    tickP95: Number.NaN,
    slowedTickP95: 0,
  };
  expect(listProblems(500, figures)).toHaveLength(2);
});

test('the round counts in which the machine was calmest', () => {
  const calm = { times: [16, 17], longestTask: 0 };
  const busy = { times: [16, 40], longestTask: 0 };
  expect(calmest([busy, calm, busy])).toBe(calm);
});

test('a list at its limits has no problem, and one beyond them has one for each', () => {
  const atLimits = {
    cards: 500,
    requests: 11,
    heapMb: 10,
    nodes: 23_000,
    framesPerSecond: 60,
    frameP95: 25,
    longestTask: 100,
    tickP95: 2,
    slowedTickP95: 8,
  };
  expect(listProblems(500, atLimits)).toEqual([]);
  expect(listProblems(10_000, { ...atLimits, cards: 50, frameP95: 33.4, tickP95: 2.5 })).toEqual([
    '10000 rewards: 50 cards, of 500.',
    '10000 rewards: 33.4 ms from frame to frame, of 25 ms.',
    '10000 rewards: a tick takes 2.5 ms, of 2 ms.',
  ]);
});

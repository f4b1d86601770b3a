// @vitest-environment node
import { atom } from 'nanostores';
import { expect, test, vi } from 'vitest';
import { rows } from '../data/fake-backend.ts';
import {
  ana,
  MORNING,
  openPage,
  type PageOptions,
  pass,
  sessionOf,
  settle,
  show,
  watch,
} from './open-page.ts';

const FALLBACK = 'Unable to load events.';

/** One resource, whose answers the test gives. */
async function open(opening: PageOptions = {}) {
  const page = await openPage('/home', opening);
  page.backend.answer('auth/token', () => Response.json(sessionOf(ana)));
  const { DataError } = await import('../../../src/lib/data/data-error.ts');
  const { resource, retryRead } = await import('../../../src/lib/state/reading/resource.ts');
  const loadable = await import('../../../src/lib/state/reading/loadable.ts');
  const asked: { args: readonly unknown[]; signal: AbortSignal }[] = [];
  let answer: () => Promise<unknown> = async () => 'first';
  const $args = atom<readonly [string] | null>(['a']);
  const current = resource<readonly [string], unknown>(
    {
      query: 'event',
      fallback: FALLBACK,
      read: (_person, args, signal) => {
        asked.push({ args, signal });
        return answer();
      },
    },
    $args,
  );
  return {
    ...page,
    ...loadable,
    ...current,
    $args,
    asked,
    DataError,
    retryRead,
    answers: (next: () => Promise<unknown>) => {
      answer = next;
    },
  };
}

const answer =
  <T>(value: T) =>
  async () =>
    value;

test('a resource goes from nothing through loading to its value', async () => {
  const { $value } = await open();
  const states: unknown[] = [];
  $value.subscribe((state) => states.push(state));
  await settle();
  expect(states).toEqual([
    { status: 'loading' },
    { status: 'ready', value: 'first', fresh: true, at: MORNING },
  ]);
});

test('a resource that is drawn ahead asks nothing until it is watched', async () => {
  const { $value, asked } = await open();
  const { setPeeking, $watched } = await import('../../../src/lib/state/peek.ts');
  setPeeking(true);
  expect($value.get()).toEqual({ status: 'loading' });
  setPeeking(false);
  await settle();
  expect(asked).toEqual([]);
  show($value);
  $watched.set({});
  await settle();
  expect($value.get()).toMatchObject({ status: 'ready', value: 'first' });
});

test('a resource asks nothing without a person or without arguments', async () => {
  const signedOut = await open({ as: null });
  show(signedOut.$value);
  const nothing = await open();
  nothing.$args.set(null);
  await watch(nothing.$value);
  for (const { $value, asked } of [signedOut, nothing]) {
    expect($value.get()).toEqual({ status: 'idle' });
    expect(asked).toEqual([]);
  }
});

test('a resource shows no answer to other arguments, not even a late one', async () => {
  const { $args, $value, answers, asked } = await open();
  const late = Promise.withResolvers<string>();
  answers(() => late.promise);
  await watch($value);
  answers(answer('of b'));
  $args.set(['b']);
  expect($value.get()).toEqual({ status: 'loading' });
  expect(asked[0]?.signal.aborted).toBe(true);
  await settle();
  late.resolve('of a');
  await settle();
  expect($value.get()).toMatchObject({ value: 'of b', fresh: true });
});

test('a resource shows a recent answer at once when its arguments come back', async () => {
  const { $args, $value, asked } = await open();
  await watch($value);
  $args.set(['b']);
  await settle();
  $args.set(['a']);
  expect($value.get()).toMatchObject({ status: 'ready', value: 'first', fresh: true });
  expect(asked).toHaveLength(2);
});

test('a resource ends its request when it is no longer watched', async () => {
  const { $value, answers, asked } = await open();
  answers(() => Promise.withResolvers<never>().promise);
  const stop = $value.listen(() => undefined);
  await settle();
  stop();
  await pass(2000);
  expect(asked[0]?.signal.aborted).toBe(true);
});

const failing = async (status: number) => {
  const page = await open();
  await watch(page.$value);
  page.answers(async () => {
    throw new page.DataError('No.', status);
  });
  await page.read();
  return page;
};

test('an unforeseen failure shows the fallback', async () => {
  const { $value, answers } = await open();
  answers(() => {
    throw new TypeError('rows is undefined');
  });
  await watch($value);
  expect($value.get()).toEqual({ status: 'failed', message: FALLBACK, retryable: true });
});

test.each([
  ['no answer', 0, 'first'],
  ['an outage', 503, 'first'],
  ['a refusal', 403, undefined],
  ['a missing value', 404, undefined],
])('after %s (%d) the screen still shows: %s', async (_, status, shown) => {
  const { $value, shownValue } = await failing(status);
  expect($value.get()).toMatchObject({ status: 'failed', message: 'No.' });
  expect(shownValue($value.get())).toBe(shown);
});

test.each([
  ['refused does not come', 404, { status: 'loading' }],
  ['not answered comes', 503, { status: 'ready', value: 'first' }],
])('what was %s back on the next page (%d)', async (_, status, shown) => {
  const { device } = await failing(status);
  const next = await open({ device });
  next.answers(() => Promise.withResolvers<never>().promise);
  show(next.$value);
  expect(next.$value.get()).toMatchObject(shown);
});

test('a refused value does not come back after a try without an answer, nor with its arguments', async () => {
  const { $args, $value, answers, DataError, read } = await failing(404);
  answers(async () => {
    throw new DataError('No.');
  });
  await read();
  expect($value.get()).toEqual({ status: 'failed', message: 'No.', retryable: true });
  $args.set(['b']);
  await settle();
  $args.set(['a']);
  expect($value.get()).toEqual({ status: 'loading' });
});

test('a failure says when the value it keeps was read, and an offline page says so once for all', async () => {
  const { $args, $value, asOf, answers, read } = await failing(0);
  expect(asOf($value.get())).toBe('As of 10:00 AM GMT+8');
  const { $lastSeen, $offline, noteShown } = await import(
    '../../../src/lib/state/reading/offline.ts'
  );
  show($lastSeen);
  const [other, at] = [{}, MORNING + 60_000];
  noteShown(other, { status: 'ready', value: 'later', fresh: false, at });
  $offline.set(true);
  expect($lastSeen.get()).toBe('10:00 AM GMT+8');
  // Its screen is left.
  $args.set(null);
  expect($lastSeen.get()).toBe('10:01 AM GMT+8');
  $args.set(['a']);
  noteShown(other, { status: 'ready', value: 'later', fresh: true, at });
  answers(answer('new'));
  await read();
  $offline.set(true);
  expect($lastSeen.get()).toBe(null);
});

test('a failed value is requested at once when the session can be renewed again', async () => {
  const { $value, answers } = await failing(0);
  const { $sessionTrouble } = await import('../../../src/lib/state/session/session.ts');
  $sessionTrouble.set('Unable to load session.');
  answers(answer('new'));
  $sessionTrouble.set(null);
  await settle();
  expect($value.get()).toMatchObject({ value: 'new', fresh: true });
});

test('a failure is resolved by asking again, with the old value shown until then', async () => {
  const { $value, answers, read } = await failing(0);
  const late = Promise.withResolvers<string>();
  answers(() => late.promise);
  const again = read();
  await settle();
  expect($value.get()).toMatchObject({ status: 'ready', value: 'first', fresh: false });
  late.resolve('new');
  await again;
  expect($value.get()).toMatchObject({ value: 'new', fresh: true });
});

test.each(['a tap', 'a pull'])('%s asks at once even if the try before it hangs', async (how) => {
  const { $value, answers, asked, DataError, read } = await open();
  const { refetchAll } = await import('../../../src/lib/state/reading/cache.ts');
  answers(async () => {
    throw new DataError('No.');
  });
  await watch($value);
  answers(() => Promise.withResolvers<never>().promise);
  await pass(10_000);
  expect(asked).toHaveLength(2);
  const late = Promise.withResolvers<string>();
  answers(() => late.promise);
  const again = how === 'a tap' ? read() : refetchAll();
  await settle();
  expect($value.get().status).toBe(how === 'a tap' ? 'loading' : 'failed');
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([false, true, false]);
  late.resolve('new');
  await again;
  expect($value.get()).toMatchObject({ value: 'new', fresh: true });
});

test('a failure while offline is retried by itself, and is shown until the answer is there', async () => {
  const { $value, answers, asked } = await failing(0);
  const failures = asked.length;
  const late = Promise.withResolvers<string>();
  answers(() => late.promise);
  await pass(10_000);
  expect(asked).toHaveLength(failures + 1);
  expect($value.get()).toMatchObject({ status: 'failed', value: 'first' });
  late.resolve('back');
  await settle();
  expect($value.get()).toMatchObject({ value: 'back', fresh: true });
});

test('a failure is retried at once when the connection is back', async () => {
  const { $value, answers, device } = await failing(0);
  answers(answer('back'));
  device.setOnline(true);
  await settle();
  expect($value.get()).toMatchObject({ value: 'back', fresh: true });
});

test('a refusal is not retried by itself', async () => {
  const { asked } = await failing(403);
  const before = asked.length;
  await pass(600_000);
  expect(asked).toHaveLength(before);
});

test('a failure of many hours is retried once a minute at most', async () => {
  const { asked } = await failing(0);
  await pass(3_600_000);
  asked.length = 0;
  await pass(3_600_000);
  expect(asked.length).toBeGreaterThan(50);
  expect(asked.length).toBeLessThanOrEqual(120);
});

test('a failure after an answer is retried as soon as the first one', async () => {
  const { answers, asked, read, DataError } = await failing(0);
  await pass(3_600_000);
  answers(answer('back'));
  await pass(60_000);
  answers(async () => {
    throw new DataError('No.');
  });
  await read();
  const before = asked.length;
  await pass(10_000);
  expect(asked).toHaveLength(before + 1);
});

const away = async (milliseconds: number, isAsleep: boolean) => {
  const page = await open();
  await watch(page.$value);
  page.device.setVisible(false);
  // Timers do not count the time in which a phone sleeps.
  if (isAsleep) vi.setSystemTime(MORNING + milliseconds);
  else await pass(milliseconds);
  page.device.setVisible(true);
  await settle();
  return page;
};

test.each([
  ['a night', 10 * 3_600_000, false, 2],
  ['a night, on a phone that slept', 10 * 3_600_000, true, 2],
  ['an hour by which the clock was set back', -3_600_000, true, 2],
  ['a quarter of a minute', 16_000, false, 2],
  ['a moment', 14_000, false, 1],
])(
  'a page that was away for %s reads its values again only if they are old',
  async (_, milliseconds, isAsleep, times) => {
    expect((await away(milliseconds, isAsleep)).asked).toHaveLength(times);
  },
);

test('a page that returns from the back-forward cache reads everything again', async () => {
  const page = await open();
  // Meanwhile its screen was left and shown again.
  page.$value.listen(() => undefined)();
  await pass(2000);
  await watch(page.$value);
  page.device.emitPageRestored();
  await settle();
  expect(page.asked).toHaveLength(2);
});

test('an answer that an earlier page read is shown at once, and read again', async () => {
  const first = await open();
  await watch(first.$value);
  const next = await open({ device: first.device, now: MORNING + 60_000 });
  const late = Promise.withResolvers<string>();
  next.answers(() => late.promise);
  show(next.$value);
  expect(next.$value.get()).toEqual({
    status: 'ready',
    value: 'first',
    fresh: false,
    at: MORNING,
  });
  late.resolve('new');
  await settle();
  expect(next.$value.get()).toMatchObject({ value: 'new', fresh: true });
});

test('the first read uses the token on the device, without asking for the session', async () => {
  const { backend, device } = await openPage('/events');
  backend.answer('rest/events', rows([]));
  const { $events } = await import('../../../src/lib/state/events.ts');
  device.whenIdle = () => () => undefined;
  await watch($events);
  expect(backend.requests.map(({ path }) => path)).toEqual(['rest/events']);
  expect(backend.requests[0]?.headers.get('authorization')).toBe(`Bearer access-${ana.id}-first`);
});

test('a device that says it is offline is believed before the first request', async () => {
  const { device } = await openPage('/events');
  device.setOnline(false);
  const { $offline } = await import('../../../src/lib/state/reading/offline.ts');
  show($offline);
  expect($offline.get()).toBe(true);
});

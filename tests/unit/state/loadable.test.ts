// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { openPage } from './open-page.ts';

async function open(
  device = undefined as Awaited<ReturnType<typeof openPage>>['device'] | undefined,
) {
  const page = await openPage('/home', device ? { device } : {});
  const { DataError } = await import('../../../src/lib/data/data-error.ts');
  return { ...page, DataError, ...(await import('../../../src/lib/state/loadable.ts')) };
}

const FALLBACK = 'Unable to load events.';
const answer =
  <T>(value: T) =>
  async () =>
    value;

describe('a request', () => {
  test('goes from nothing through loading to its value', async () => {
    const { load, loadable } = await open();
    const $value = loadable<string>();
    const states: unknown[] = [];
    $value.subscribe((state) => states.push(state));
    await load($value, FALLBACK, answer('here'));
    expect(states).toEqual([
      { status: 'idle' },
      { status: 'loading' },
      { status: 'ready', value: 'here', fresh: true },
    ]);
  });

  test('that is made again shows the present value meanwhile', async () => {
    const { load, loadable } = await open();
    const $value = loadable<string>();
    await load($value, FALLBACK, answer('old'));
    const loading = load($value, FALLBACK, answer('new'));
    expect($value.get()).toEqual({ status: 'ready', value: 'old', fresh: false });
    await loading;
    expect($value.get()).toEqual({ status: 'ready', value: 'new', fresh: true });
  });

  test('from scratch shows nothing meanwhile', async () => {
    const { load, loadable } = await open();
    const $value = loadable<string>();
    await load($value, FALLBACK, answer('page 1'));
    const loading = load($value, FALLBACK, answer('page 2'), { fromScratch: true });
    expect($value.get()).toEqual({ status: 'loading' });
    await loading;
    expect($value.get()).toMatchObject({ value: 'page 2' });
  });

  test.each([
    ['an answer', false],
    ['a failure', true],
  ])('that is late changes nothing any more: %s', async (_, fails) => {
    const { DataError, load, loadable } = await open();
    const $value = loadable<string>();
    const late = Promise.withResolvers<string>();
    const slow = load($value, FALLBACK, () => late.promise, { lastSeenAs: 'slow' });
    await load($value, FALLBACK, answer('newer'), { fromScratch: true });
    if (fails) late.reject(new DataError('Too late.'));
    else late.resolve('older');
    await slow;
    expect($value.get()).toEqual({ status: 'ready', value: 'newer', fresh: true });
  });

  test('of one $value leaves another’s alone', async () => {
    const { load, loadable } = await open();
    const [$one, $other] = [loadable<string>(), loadable<string>()];
    const late = Promise.withResolvers<string>();
    const slow = load($one, FALLBACK, () => late.promise);
    await load($other, FALLBACK, answer('other'));
    late.resolve('one');
    await slow;
    expect([$one.get(), $other.get()]).toMatchObject([{ value: 'one' }, { value: 'other' }]);
  });
});

describe('a failure', () => {
  test('shows its text', async () => {
    const { DataError, load, loadable } = await open();
    const $value = loadable<string>();
    await load($value, FALLBACK, async () => {
      throw new DataError('Closed.', 400);
    });
    expect($value.get()).toEqual({ status: 'failed', message: 'Closed.', retryable: false });
  });

  test('nobody foresaw shows the fallback', async () => {
    const { load, loadable } = await open();
    const $value = loadable<string>();
    await load($value, FALLBACK, () => {
      throw new TypeError('rows is undefined');
    });
    expect($value.get()).toEqual({ status: 'failed', message: FALLBACK, retryable: true });
  });

  test.each([
    ['out of reach', 0, 'kept'],
    ['stumbling', 503, 'kept'],
    ['refused', 403, undefined],
    ['gone', 404, undefined],
  ])('because the backend is %s (%d): what was shown is %s', async (_, status, shown) => {
    const { DataError, load, loadable, shownValue } = await open();
    const $value = loadable<string>();
    await load($value, FALLBACK, answer('kept'));
    await load($value, FALLBACK, async () => {
      throw new DataError('No.', status);
    });
    expect($value.get()).toMatchObject({ status: 'failed', message: 'No.' });
    expect(shownValue($value.get())).toBe(shown);
  });

  test('is mended by the next answer, and shows the kept value until then', async () => {
    const { DataError, load, loadable } = await open();
    const $value = loadable<string>();
    await load($value, FALLBACK, answer('kept'));
    await load($value, FALLBACK, async () => {
      throw new DataError('No.');
    });
    const again = load($value, FALLBACK, answer('new'));
    expect($value.get()).toEqual({ status: 'ready', value: 'kept', fresh: false });
    await again;
    expect($value.get()).toEqual({ status: 'ready', value: 'new', fresh: true });
  });
});

describe('what was last seen', () => {
  const seenOn = async (text?: string) => {
    const first = await open();
    await first.load(first.loadable<string[]>(), FALLBACK, answer(['seen']), {
      lastSeenAs: 'list',
    });
    if (text !== undefined) first.device.session.set('stampcard.last-seen.list', text);
    const next = await open(first.device);
    return { ...next, $value: next.loadable<string[]>() };
  };

  test('is shown at once on the next page of the tab', async () => {
    const { $value, load } = await seenOn();
    const loading = load($value, FALLBACK, answer(['new']), { lastSeenAs: 'list' });
    expect($value.get()).toEqual({ status: 'ready', value: ['seen'], fresh: false });
    await loading;
    expect($value.get()).toEqual({ status: 'ready', value: ['new'], fresh: true });
  });

  test('stays on the screen where the newest can’t be had', async () => {
    const { $value, DataError, load } = await seenOn();
    const failing = async () => {
      throw new DataError(FALLBACK);
    };
    await load($value, FALLBACK, failing, { lastSeenAs: 'list' });
    expect($value.get()).toMatchObject({ status: 'failed', value: ['seen'] });
  });

  test('has a name', async () => {
    const { $value, load } = await seenOn();
    void load($value, FALLBACK, answer(['new']), { lastSeenAs: 'another' });
    expect($value.get()).toEqual({ status: 'loading' });
  });

  test.each(['{"half":', '', 'undefined'])('is nothing where it is garbled: %j', async (text) => {
    const { $value, lastSeen, load } = await seenOn(text);
    expect(lastSeen('list')).toBe(null);
    void load($value, FALLBACK, answer(['new']), { lastSeenAs: 'list' });
    expect($value.get()).toEqual({ status: 'loading' });
  });

  test('is not kept without a name', async () => {
    const { device, load, loadable } = await open();
    await load(loadable(), FALLBACK, answer('here'));
    expect(device.session.keys()).toEqual([]);
  });

  test('is not written by a failure', async () => {
    const { DataError, device, load, loadable } = await open();
    await load(
      loadable(),
      FALLBACK,
      async () => {
        throw new DataError('No.');
      },
      { lastSeenAs: 'list' },
    );
    expect(device.session.keys()).toEqual([]);
  });
});

test.each([
  [{ status: 'idle' } as const, true],
  [{ status: 'loading' } as const, true],
  [{ status: 'ready', value: 1, fresh: false } as const, false],
  [{ status: 'failed', message: '', retryable: true } as const, false],
])('the screen draws its skeleton for %j: %s', async (state, waiting) => {
  const { isWaiting } = await open();
  expect(isWaiting(state)).toBe(waiting);
});

test('a request does not begin what the first watcher begins', async () => {
  const { load, loadable } = await open();
  const { onMount } = await import('nanostores');
  const $value = loadable<string>();
  let begun = 0;
  onMount($value, () => {
    begun += 1;
  });
  await load($value, FALLBACK, answer('here'));
  expect(begun).toBe(0);
  $value.subscribe((state) => expect(state).toMatchObject({ value: 'here' }));
  expect(begun).toBe(1);
});

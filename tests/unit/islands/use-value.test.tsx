import { atom, computed } from 'nanostores';
import { Activity, act, memo } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useValue } from '../../../src/islands/use-value.ts';

/** nanostores stops computing a value that long after the last listener has gone. */
const UNMOUNT_MS = 1_000;

const $stamps = atom(3);
const $left = computed($stamps, (stamps) => 10 - stamps);
const Left = memo(() => <p>{useValue($left)} to go</p>);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterEach(() => {
  vi.useRealTimers();
});

test('a screen that is shown again shows what was computed while it was hidden', async () => {
  const container = document.createElement('div');
  const root = createRoot(container);
  const render = (mode: 'visible' | 'hidden') =>
    act(async () =>
      root.render(
        <Activity mode={mode}>
          <Left />
        </Activity>,
      ),
    );
  await render('visible');
  expect(container.textContent).toBe('7 to go');
  await render('hidden');
  vi.advanceTimersByTime(UNMOUNT_MS);
  $stamps.set(9);
  await render('visible');
  expect(container.textContent).toBe('1 to go');
});

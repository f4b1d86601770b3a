import { expect, test, vi } from 'vitest';
import { watchNearWindow } from '../../../../src/islands/ui/near-window.ts';
import { fakeWindow } from '../fake-window.ts';

const elements = (count: number) =>
  Array.from({ length: count }, () => document.createElement('span'));

test('five hundred elements are watched by one observer, and each hears of itself alone', () => {
  const fake = fakeWindow();
  const heard: [number, boolean][] = [];
  const spans = elements(500);
  const stops = spans.map((span, index) =>
    watchNearWindow(span, (isNear) => heard.push([index, isNear])),
  );
  expect(fake.countObservers()).toBe(1);
  fake.move(spans[7] as Element, true);
  fake.move(spans[499] as Element, false);
  expect(heard).toEqual([
    [7, true],
    [499, false],
  ]);
  for (const stop of stops) stop();
  expect(fake.watched()).toEqual([]);
});

test('everything is near where the browser cannot tell', () => {
  vi.stubGlobal('IntersectionObserver', undefined);
  const listener = vi.fn();
  const stop = watchNearWindow(document.createElement('span'), listener);
  expect(listener.mock.calls).toEqual([[true]]);
  stop();
});

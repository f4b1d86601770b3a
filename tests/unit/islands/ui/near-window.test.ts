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
    watchNearWindow(span, '10px', (isNear) => heard.push([index, isNear])),
  );
  expect(fake.observers.map(({ margin }) => margin)).toEqual(['10px']);
  fake.move(spans[7] as Element, true);
  fake.move(spans[499] as Element, false);
  expect(heard).toEqual([
    [7, true],
    [499, false],
  ]);
  for (const stop of stops) stop();
  expect(fake.watched()).toEqual([]);
});

test('what is wanted from farther away has an observer of its own', () => {
  const fake = fakeWindow();
  const span = document.createElement('span');
  const stops = ['10px', '100%'].map((margin) => watchNearWindow(span, margin, vi.fn()));
  expect(fake.observers.map(({ margin }) => margin)).toEqual(['10px', '100%']);
  for (const stop of stops) stop();
});

test('everything is near where the browser cannot tell', () => {
  vi.stubGlobal('IntersectionObserver', undefined);
  const listener = vi.fn();
  const stop = watchNearWindow(document.createElement('span'), '10px', listener);
  expect(listener.mock.calls).toEqual([[true]]);
  stop();
});

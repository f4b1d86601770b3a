import { vi } from 'vitest';

export interface FakeWindow {
  /** Reports an element as near the window, or as far from it. */
  move(element: Element, isNear: boolean): void;
  watched(): Element[];
  countObservers(): number;
}

/** In place of a layout: nothing is near or far before a test says so. */
export function fakeWindow(): FakeWindow {
  const observers: FakeObserver[] = [];

  class FakeObserver {
    readonly targets = new Set<Element>();
    readonly report: (entries: { target: Element; isIntersecting: boolean }[]) => void;

    constructor(report: FakeObserver['report']) {
      this.report = report;
      observers.push(this);
    }

    observe(target: Element) {
      this.targets.add(target);
    }

    unobserve(target: Element) {
      this.targets.delete(target);
    }
  }

  vi.stubGlobal('IntersectionObserver', FakeObserver);
  return {
    countObservers: () => observers.length,
    watched: () => observers.flatMap(({ targets }) => [...targets]),
    move(target, isIntersecting) {
      for (const { targets, report } of observers) {
        if (targets.has(target)) report([{ target, isIntersecting }]);
      }
    },
  };
}

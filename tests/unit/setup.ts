/** Every unit test ends with an empty page, and none may make the console complain. */
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';

type Report = (entries: { target: Element; isIntersecting: boolean }[]) => void;

/** A page without layout has nothing out of sight. */
class AlwaysInSight {
  readonly #report: Report;

  constructor(report: Report) {
    this.#report = report;
  }

  observe(target: Element) {
    this.#report([{ target, isIntersecting: true }]);
  }

  unobserve() {}
}

Object.assign(globalThis, { IntersectionObserver: AlwaysInSight });

// Generous, for busy machines: tests that pass do not wait for it.
configure({ asyncUtilTimeout: 20_000 });

let complaints: MockInstance[] = [];

beforeEach(() => {
  complaints = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')];
});

afterEach(() => {
  cleanup();
  expect(complaints.flatMap((spy) => spy.mock.calls)).toEqual([]);
});

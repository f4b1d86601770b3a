/** Every unit test ends with an empty page, and none may make the console complain. */
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';

let complaints: MockInstance[] = [];

beforeEach(() => {
  complaints = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')];
});

afterEach(() => {
  cleanup();
  expect(complaints.flatMap((spy) => spy.mock.calls)).toEqual([]);
});

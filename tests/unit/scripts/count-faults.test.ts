import { expect, test } from 'vitest';
import { matrix } from '../../../scripts/count-faults.ts';

const spec = (file: string, title: string, steps: number) => ({
  file,
  title,
  tests: [{ results: [{ steps: Array.from({ length: steps }) }] }],
});

test('each test of the fault specs counts as a call, each of its steps as a fault', () => {
  const specs = [spec('faults-alive.spec.ts', 'searching', 3), spec('home.spec.ts', 'events', 9)];
  const inner = { specs: [spec('faults.spec.ts', 'rewards of /home', 12)] };
  expect(matrix({ specs, suites: [inner] })).toEqual([
    { call: 'searching', faults: 3 },
    { call: 'rewards of /home', faults: 12 },
  ]);
});

test('a test without steps counts no fault', () => {
  const specs = [{ file: 'faults.spec.ts', title: 'events', tests: [{ results: [{}] }] }];
  expect(matrix({ specs })).toEqual([{ call: 'events', faults: 0 }]);
});

// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { importCycle, importProblems, importsIn } from '../../../../scripts/checks/imports.ts';

test('every way to import is seen', () => {
  const text = `import a from 'one';
import { type B } from "./two.ts";
import './three.css';
import {
  c,
} from '../four.ts';
export { d } from './five.ts';
export * from './six.ts';
const e = await import('./seven.ts');
const words = 'import nothing from here';`;
  expect(importsIn(text)).toEqual([
    'one',
    './two.ts',
    './three.css',
    '../four.ts',
    './five.ts',
    './six.ts',
    './seven.ts',
  ]);
});

describe('who may import what', () => {
  test.each([
    ['src/lib/domain/day.ts', './limits.ts'],
    ['src/lib/domain/cards.ts', '#text/cards.ts'],
    ['src/lib/routes.ts', './domain/entities.ts'],
    ['src/lib/state/rewards.ts', '../data/rewards.ts'],
    ['src/islands/home/HomeEvents.tsx', '../../lib/state/events.ts'],
    ['src/islands/cards/RewardCountdown.tsx', '../../lib/state/clock.ts'],
    ['src/pages/home.astro', '../islands/home/HomeEvents.tsx'],
  ])('the file %s may import %s', (file, target) => {
    expect(importProblems(file, `import '${target}';`)).toEqual([]);
  });

  test.each([
    ['src/lib/domain/day.ts', '../platform/platform.ts'],
    ['src/lib/data/rewards.ts', '../state/rewards.ts'],
    ['src/lib/state/rewards.ts', 'react'],
    ['src/islands/home/HomeEvents.tsx', '../../lib/data/events.ts'],
    ['src/islands/home/HomeEvents.tsx', '../events/EventList.tsx'],
    ['src/islands/cards/RewardCard.tsx', '../../lib/state/rewards.ts'],
    ['src/islands/ui/Photo.tsx', '../../lib/routes.ts'],
    ['src/lib/text/en/home.ts', '../../domain/day.ts'],
    ['src/pages/home.astro', '../islands/store/StoreScreen.tsx'],
    ['src/pages/home.astro', '../lib/state/rewards.ts'],
    ['src/islands/home/HomeEvents.tsx', '../../../local-backend/keys.ts'],
  ])('the file %s may not import %s', (file, target) => {
    const [problem] = importProblems(file, `import '${target}';`);
    expect(problem).toContain(`${file} may not import`);
  });

  test('a new folder needs a rule', () => {
    expect(importProblems('src/new/a.ts', '')).toHaveLength(1);
  });
});

describe('circles of imports', () => {
  const circleOf = (files: Record<string, string>) => importCycle(new Map(Object.entries(files)));

  test('a file that imports itself by way of others is found, with the way', () => {
    expect(
      circleOf({
        'src/a.ts': "import './b';",
        'src/b.ts': "import { c } from './lib/c.ts';",
        'src/lib/c.ts': "import type { B } from '../b.ts';",
      }),
    ).toEqual(['src/b.ts', 'src/lib/c.ts', 'src/b.ts']);
  });

  test('two files that share a third are no circle', () => {
    const files = { 'a.ts': "import './b.ts'; import './c.ts';", 'b.ts': "import './c.ts';" };
    expect(circleOf({ ...files, 'c.ts': "import 'react';" })).toBeNull();
  });
});

test('a shim imports no other shim, and the local backend nothing of the scripts', () => {
  const shim = 'local-backend/shims/uploads.ts';
  expect(importProblems(shim, "import './files.ts';")).toHaveLength(1);
  expect(importProblems(shim, "import '../with-body.ts';")).toEqual([]);
  expect(importProblems('local-backend/create.ts', "import '../scripts/command.ts';")).toHaveLength(
    1,
  );
});

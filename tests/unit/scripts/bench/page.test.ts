// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sectionText, withSection } from '../../../../scripts/bench/page.ts';
import { benchesOf } from '../../../../scripts/bench.ts';

test('a section has its command, the machine and its tables, names on the left and figures on the right', () => {
  const table = { names: ['page', 'way'], figures: ['LCP'], rows: [['`/`', 'cold', '900 ms']] };
  const section = {
    name: 'cold',
    command: 'npm run bench',
    engine: 'Chromium 156',
    tables: [table],
  };
  expect(sectionText(section, '2 cores')).toBe(
    '\n\n`npm run bench` · 2 cores, Chromium 156\n\n' +
      '| page | way | LCP |\n|---|---|---:|\n| `/` | cold | 900 ms |\n\n',
  );
});

test.each(['lighthouse', 'cold', 'second-visit', 'slowed', 'database'])(
  'the page has a place for the figures of %s',
  (name) => {
    const page = readFileSync('docs/benchmarks.md', 'utf8');
    expect(withSection(page, name, 'Figures.')).toContain(
      `<!-- bench: ${name} -->Figures.<!-- /bench -->`,
    );
  },
);

test('every script of package.json named bench: is a bench', () => {
  const scripts = { bench: 'all', 'bench:wallet': 'a', build: 'b', 'bench:list': 'c' };
  expect(benchesOf(scripts)).toEqual(['bench:wallet', 'bench:list']);
});

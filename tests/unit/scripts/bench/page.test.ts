// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { passedIn } from '../../../../scripts/bench/counted.ts';
import { sectionText } from '../../../../scripts/bench/page.ts';
import { benchesOf } from '../../../../scripts/bench.ts';
import { withMarked } from '../../../../scripts/marked-text.ts';

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
    expect(withMarked(page, 'bench', name, 'Figures.')).toContain(
      `<!-- bench: ${name} -->Figures.<!-- /bench -->`,
    );
  },
);

test('every script of package.json named bench: is a bench', () => {
  const scripts = { bench: 'all', 'bench:wallet': 'a', build: 'b', 'bench:list': 'c' };
  expect(benchesOf(scripts)).toEqual(['bench:wallet', 'bench:list']);
});

test('the tests of a file that passed are counted, and a file that did not run is an error', () => {
  const result = (name: string, ...statuses: string[]) => ({
    name: `/home/stampcard/tests/database/${name}.test.ts`,
    assertionResults: statuses.map((status) => ({ status })),
  });
  const report = {
    testResults: [result('rights', 'passed', 'passed', 'failed'), result('tokens', 'passed')],
  };
  expect(passedIn(report, ['rights'])).toBe(2);
  expect(passedIn(report, ['rights', 'tokens'])).toBe(3);
  expect(() => passedIn(report, ['attacker'])).toThrow('The report lacks one of attacker.');
});

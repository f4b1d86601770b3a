import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readSchemas } from '../../scripts/baseline.ts';
import { actions, rights, roles, tables } from './rights.ts';

/** supabase/README.md says what the tests prove, and no more. */
const SUPABASE = new URL('../../supabase/', import.meta.url);

const rowsOf = async () => {
  const readme = await readFile(new URL('README.md', SUPABASE), 'utf8');
  return readme
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
};

test('the README’s table of rights is the one that is tested', {
  tags: ['rights-table'],
}, async () => {
  const rows = await rowsOf();
  expect(rows).toContainEqual(['table', 'action', ...Object.keys(roles)]);
  const said = rows.filter(([table]) => tables.some((name) => name === table));
  expect(said).toEqual(
    tables.flatMap((table) => actions.map((action) => [table, action, ...rights[table][action]])),
  );
});

test('the README lists exactly the refusals of the functions, and each is tested', async () => {
  const refusals = (await readSchemas())
    .matchAll(/private\.refuse\('(?<status>\d+)', '(?<reason>[a-z_]+)'/g)
    .map(({ groups }) => `${groups?.status} \`${groups?.reason}\``);
  const rows = await rowsOf();
  const said = rows.filter(([status]) => /^4\d\d$/.test(status ?? ''));
  expect(said.map(([status, reason]) => `${status} ${reason}`).sort()).toEqual(
    [...new Set(refusals)].sort(),
  );

  const tests = [
    'give-stamp.test.ts',
    'daily-stamps.test.ts',
    'redeem-reward.test.ts',
    'redeem-parts.test.ts',
    'undo-stamp.test.ts',
    'redemption-openings.test.ts',
    'reward-limits.test.ts',
    'my-data.test.ts',
    'guests.test.ts',
    'create-store.test.ts',
    'change-store.test.ts',
  ];
  const code = await Promise.all(
    tests.map((name) => readFile(new URL(name, import.meta.url), 'utf8')),
  );
  for (const [, reason] of said) {
    expect(code.join('')).toContain(`'${reason?.replaceAll('`', '')}'`);
  }
});

test('the test files that the README names exist', async () => {
  const readme = await readFile(new URL('README.md', SUPABASE), 'utf8');
  const named = [...readme.matchAll(/`(?:tests\/database\/)?([a-z-]+\.test\.ts)`/g)];
  expect(named.length).toBeGreaterThan(8);
  const folders = ['.', '../postgres'].map((path) => readdir(new URL(path, import.meta.url)));
  const present = (await Promise.all(folders)).flat();
  for (const [, name] of named) {
    expect(present).toContain(name);
  }
});

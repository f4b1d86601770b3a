// @vitest-environment node
import { expect, test } from 'vitest';
import {
  isAllowed,
  type Manifest,
  tableProblems,
  versionProblems,
} from '../../../../scripts/checks/packages.ts';

test.each([
  ['react', 'MIT', true],
  ['type-fest', '(MIT OR CC0-1.0)', true],
  ['either', 'GPL-3.0-only OR ISC', true],
  ['both', 'MIT AND GPL-3.0-only', false],
  ['lightningcss', 'MPL-2.0', true],
  ['lightningcss-linux-x64-gnu', 'MPL-2.0', true],
  ['a-component', 'MPL-2.0', false],
  ['@img/sharp-wasm32', 'Apache-2.0 AND LGPL-3.0-or-later AND MIT', true],
  ['a-component', 'LGPL-3.0-or-later', false],
  ['a-component', 'AGPL-3.0-only', false],
  ['a-component', 'UNLICENSED', false],
  ['a-component', 'SEE LICENSE IN LICENSE.md', false],
])('the package %s under %s may be used: %s', (name, licence, allowed) => {
  expect(isAllowed(name, licence)).toBe(allowed);
});

const manifest = (...dependencies: [string, string][]): Manifest => ({
  dependencies: Object.fromEntries(dependencies),
  devDependencies: {},
});

test.each(['^1.2.3', '~1.2.3', '1.x', '*', 'latest', '>=1.2.3', 'github:a/b', 'file:../a', '1.2'])(
  'the version %s is refused',
  (version) => {
    expect(versionProblems(manifest(['a', version]))).toHaveLength(1);
  },
);

test('one exact version is fine, of a beta too', () => {
  expect(versionProblems(manifest(['a', '1.2.3'], ['b', '18.4.0-beta.17']))).toEqual([]);
});

test('the table names every package, and no other', () => {
  const readme = [
    '| elsewhere | no table of packages |',
    '## Dependencies',
    '| Package | Why |',
    '|---|---|',
    '| react, react-dom | Screens |',
    '| *For development:* @types/\\* | Types |',
    '| gone | A reason |',
    '',
    '## Next',
    '| later | no package |',
  ].join('\n');
  const used = manifest(['react', '1.0.0'], ['@types/react', '1.0.0'], ['pg', '1.0.0']);
  expect(tableProblems(used, readme)).toEqual([
    'README.md: the table of dependencies gives no reason for pg',
    'README.md: react-dom is not in package.json',
    'README.md: gone is not in package.json',
  ]);
});

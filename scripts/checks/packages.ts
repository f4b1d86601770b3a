/** What a package must fulfil before this project uses it. */

/** Licences that require at most that their notice is kept. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Licences that require more of a distributor: these tools are not distributed. */
const TOOLS: Record<string, RegExp> = {
  'MPL-2.0': /^(@axe-core\/playwright|axe-core|ical\.js|lightningcss(-.+)?)$/,
  'LGPL-3.0-or-later': /^@img\/sharp-/,
};

/** Whether a package may be used under this licence: an SPDX name, or several with AND and OR. */
export function isAllowed(name: string, licence: string): boolean {
  return licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) =>
      choice.split(' AND ').every((part) => PERMISSIVE.has(part) || TOOLS[part]?.test(name)),
    );
}

export interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

const allDependencies = ({ dependencies, devDependencies }: Manifest) => ({
  ...dependencies,
  ...devDependencies,
});

/** A version is one version: no range, no tag, no address. */
export const versionProblems = (manifest: Manifest): string[] =>
  Object.entries(allDependencies(manifest))
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(
      ([name, version]) => `package.json: ${name} is at '${version}', which is no exact version`,
    );

/** The names in the first column of the README's table; `\*` matches any ending. */
function namedInTable(readme: string): string[] {
  const [, table = ''] = readme.split('## Dependencies\n');
  return (table.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Package |'))
    .flatMap((line) => (line.split(' | ')[0] ?? '').replace(/^\| (\*[^*]+\*)?/, '').split(','))
    .map((name) => name.trim().replace('\\*', '*'));
}

/** The README's table lists every package with its reason, and nothing else. */
export function tableProblems(manifest: Manifest, readme: string): string[] {
  const names = Object.keys(allDependencies(manifest));
  const named = namedInTable(readme);
  const means = (entry: string, name: string) =>
    entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : name === entry;
  return [
    ...names
      .filter((name) => !named.some((entry) => means(entry, name)))
      .map((name) => `README.md: the table of dependencies gives no reason for ${name}`),
    ...named
      .filter((entry) => !names.some((name) => means(entry, name)))
      .map((entry) => `README.md: ${entry} is not in package.json`),
  ];
}

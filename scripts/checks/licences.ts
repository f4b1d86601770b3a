/**
 * Everything in package-lock.json may be used under its licence; what package.json names is of one
 * exact version and has its reason in the README.
 */
import { readFile } from 'node:fs/promises';
import { asCommand, conclude } from '../command.ts';
import { isAllowed, type Manifest, tableProblems, versionProblems } from './packages.ts';

interface Entry {
  license?: string;
  optional?: boolean;
}

const json = async <T>(file: string): Promise<T> => JSON.parse(await readFile(file, 'utf8')) as T;

/**
 * What the package itself says. Of another platform's build, which is not installed here, what the
 * lock file was told: null where the registry told nothing, since it is another build of a package that was checked.
 */
async function licenceOf(path: string, entry: Entry): Promise<string | null> {
  try {
    return (await json<Entry>(`${path}/package.json`)).license ?? 'no licence';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || !entry.optional) throw error;
    return entry.license ?? null;
  }
}

await asCommand(import.meta.main, async () => {
  const manifest = await json<Manifest>('package.json');
  const lock = await json<{ packages: Record<string, Entry> }>('package-lock.json');
  const problems = [
    ...versionProblems(manifest),
    ...tableProblems(manifest, await readFile('README.md', 'utf8')),
  ];
  const counts = new Map<string, number>();
  for (const [path, entry] of Object.entries(lock.packages)) {
    const name = path.split('node_modules/').at(-1) ?? '';
    if (name === '') continue;
    const licence = await licenceOf(path, entry);
    if (licence === null) continue;
    counts.set(licence, (counts.get(licence) ?? 0) + 1);
    if (!isAllowed(name, licence)) problems.push(`${path} is under ${licence}`);
  }
  const listed = [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([licence, count]) => `${count} ${licence}`);
  conclude(problems, `Licences: ${listed.join(', ')}. Every version is exact, with its reason.`);
});

/**
 * Every package in package-lock.json may be used under its licence; those in package.json have one
 * exact version and their reason in the README.
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
 * The licence in the package itself, or for the build of another platform, which is not installed
 * here, the licence in the lock file; null if there is none, since this platform's build is checked.
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

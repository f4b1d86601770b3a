/** Whether every defence can be switched off: each name it is tied to is there. Runs no test. */
import { existsSync, readFileSync } from 'node:fs';
import { createBackend } from '../../local-backend/create.ts';
import type { Change, Defence, FileChange, SqlChange } from '../../tests/defences/defence.ts';

export const isSql = (change: Change): change is SqlChange => 'sql' in change;
const isInFile = (change: Change): change is FileChange => 'file' in change;

const messageOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown));

/** The files that a defence changes, as they are with it off. */
export function filesOff(
  { off }: Pick<Defence, 'off'>,
  read: (file: string) => string,
): Map<string, string> {
  const texts = new Map<string, string>();
  for (const change of off.filter(isInFile)) {
    const before = texts.get(change.file) ?? read(change.file);
    const after = change.off(before);
    if (after === before) throw new Error(`nothing is switched off in ${change.file}`);
    texts.set(change.file, after);
  }
  return texts;
}

/** What is wrong with each defence but its SQL. */
function problemOf(defence: Defence): string | null {
  const { test, off } = defence;
  if (off.length === 0) return 'switches nothing off';
  if (!existsSync(test)) return `there is no ${test}`;
  try {
    filesOff(defence, (file) => readFileSync(file, 'utf8'));
    return null;
  } catch (thrown) {
    return messageOf(thrown);
  }
}

/** Applies the SQL of each defence to a database of its own, and takes it back. */
async function sqlProblems(defences: readonly Defence[]): Promise<string[]> {
  const problems: string[] = [];
  const backend = await createBackend({ origin: 'http://localhost:4331', seed: false });
  for (const { name, off } of defences) {
    await backend.query('begin');
    try {
      for (const change of off.filter(isSql)) await backend.query(change.sql);
    } catch (thrown) {
      problems.push(`${name}: ${messageOf(thrown)}`);
    }
    await backend.query('rollback');
  }
  await backend.close();
  return problems;
}

export async function nameProblems(defences: readonly Defence[]): Promise<string[]> {
  const names = defences.map(({ name }) => name);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  const problems = defences.flatMap((defence) => {
    const problem = problemOf(defence);
    return problem === null ? [] : [`${defence.name}: ${problem}`];
  });
  const inDatabase = defences.filter(({ off }) => off.some(isSql));
  return [
    ...twice.map((name) => `${name}: another defence has this name`),
    ...problems,
    ...(inDatabase.length > 0 ? await sqlProblems(inDatabase) : []),
  ];
}

/** A project for the tests alone: looked at, marked, emptied after them, and told of. */
import { seedStores } from '../../local-backend/migrate.ts';
import { openElsewhere } from '../../tests/contract/backend.ts';
import type { Elsewhere, ElsewhereMarked } from '../../tests/contract/elsewhere.ts';
import { writeMark } from '../../tests/contract/own.ts';
import { openOwner } from '../../tests/contract/owner.ts';
import { begin, refuseSilentMailbox, versionsOf } from './project.ts';

const sentence = (error: unknown): string => (error instanceof Error ? error.message : `${error}`);

/** Throws a sentence where the tests may not begin, or where what they need died under them. */
export async function withProject(
  given: Elsewhere,
  work: (marked: ElsewhereMarked, reset: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const owner = await openOwner(given.db);
  try {
    const { hasSeed, ...run } = await begin(given, owner);
    const marked = { ...given, run };
    const backend = openElsewhere(marked, owner, given.secretKey);
    const problems: string[] = [];
    try {
      await backend.reset();
      await refuseSilentMailbox(given, backend);
      await work(marked, backend.reset);
      console.log(`What answered: ${await versionsOf(given, owner)}.`);
    } catch (error) {
      problems.push(sentence(error));
    }
    try {
      await backend.empty();
      if (hasSeed) await seedStores(owner);
      await owner.query(writeMark(null));
    } catch (error) {
      problems.push(`${sentence(error)} What the tests wrote last is still there.`);
    }
    if (problems.length > 0) throw new Error([...new Set(problems)].join('\n'));
  } finally {
    await owner.close().catch(() => {});
  }
}

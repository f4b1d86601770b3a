/**
 * Saves what the page shows for the next time it is opened: the page draws it before its code has loaded
 * (docs/decisions/snapshots.md). Comes once all of that is known (preload-answers.ts).
 */
import { saveAnswer } from '../../data/saved-answers.ts';
import { appDayKey } from '../../domain/day.ts';
import { platform } from '../../platform/platform.ts';
import { parseEntry, SNAPSHOT, savedAnswerKey } from '../../platform/saved-answer-keys.ts';
import { type Snapshot, snapshotArgs } from '../../platform/snapshot.ts';
import { $person } from '../session/session.ts';
import { cache, type Key } from './cache.ts';

const activeQueries = () => cache.getQueryCache().findAll({ type: 'active' });

/** Since when each answer on the page reads as it does; null while one is missing or not saved. */
function shownAnswers(): Snapshot['answers'] | null {
  const answers: [string, number][] = [];
  for (const { queryKey, state } of activeQueries()) {
    const [person, query, ...args] = queryKey as unknown as Key;
    const key = savedAnswerKey(person, query, args);
    const since = parseEntry(platform().localStorage.get(key))?.since;
    const isFresh = state.status === 'success' && state.fetchStatus === 'idle';
    if (!isFresh || state.dataUpdateCount === 0 || since === undefined) return null;
    answers.push([key, since]);
  }
  return answers.length === 0 ? null : Object.fromEntries(answers);
}

/** @param isWanted called again once the code has loaded */
export async function saveSnapshot(isWanted: () => boolean): Promise<void> {
  // First, so that the checks after it apply to the moment at which it was taken.
  const parts = await platform().captureParts();
  const person = $person.get();
  const answers = shownAnswers();
  if (!isWanted() || !person || !answers || !parts) return;
  const snapshot: Snapshot = { day: appDayKey(platform().now()), answers, parts };
  saveAnswer(person.id, SNAPSHOT, snapshotArgs(platform().address()), snapshot);
}

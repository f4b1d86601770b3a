/**
 * Keeps what the page shows, once all of it is known, for the next time the page is opened: the
 * page draws it before its code has come (docs/decisions/snapshots.md).
 */
import { saveAnswer } from '../../data/saved-answers.ts';
import { appDayKey } from '../../domain/day.ts';
import type { Stop } from '../../platform/interface.ts';
import { platform } from '../../platform/platform.ts';
import { parseEntry, savedAnswerKey } from '../../platform/saved-answer-keys.ts';
import { SNAPSHOT, type Snapshot, snapshotArgs } from '../../platform/snapshot.ts';
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

function saveSnapshot(): void {
  const person = $person.get();
  const answers = shownAnswers();
  const parts = answers && platform().captureParts();
  if (!person || !answers || !parts) return;
  const snapshot: Snapshot = { day: appDayKey(platform().now()), answers, parts };
  saveAnswer(person.id, SNAPSHOT, snapshotArgs(platform().address()), snapshot);
}

/**
 * Called once a page. Ends with the first use of it: what a tab or a date was changed to is not what
 * the page opens with.
 */
export function saveSnapshotWhenSettled(): Stop {
  let cancelSave: (() => void) | undefined;
  const unsubscribe = cache.getQueryCache().subscribe(({ type }) => {
    if (type !== 'updated') return;
    cancelSave?.();
    cancelSave = cache.isFetching() === 0 ? platform().whenIdle(saveSnapshot) : undefined;
  });
  const stop = () => {
    cancelSave?.();
    unsubscribe();
    stopListening();
  };
  const stopListening = platform().onInteraction(stop);
  return stop;
}

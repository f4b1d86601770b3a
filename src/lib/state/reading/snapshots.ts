/**
 * Keeps what the page shows, once all of it is known, for the next time the page is opened: the
 * page draws it before its code has come (docs/decisions/snapshots.md).
 */
import { appDayKey } from '../../domain/day.ts';
import { keptName, readWritten } from '../../platform/kept-names.ts';
import { platform } from '../../platform/platform.ts';
import { SNAPSHOT, type Snapshot, snapshotOf } from '../../platform/snapshot.ts';
import { $person } from '../session/session.ts';
import { cache, type Key } from './cache.ts';
import { keepAnswer } from './kept.ts';

const watched = () => cache.getQueryCache().findAll({ type: 'active' });

/** Since when each answer on the page reads as it does; null while one is missing or not kept. */
function answersShown(): Snapshot['answers'] | null {
  const answers: [string, number][] = [];
  for (const { queryKey, state } of watched()) {
    const [person, question, ...args] = queryKey as unknown as Key;
    const name = keptName(person, question, args);
    const since = readWritten(platform().local.get(name))?.since;
    const isFresh = state.status === 'success' && state.fetchStatus === 'idle';
    if (!isFresh || state.dataUpdateCount === 0 || since === undefined) return null;
    answers.push([name, since]);
  }
  return answers.length === 0 ? null : Object.fromEntries(answers);
}

function keepSnapshot(): void {
  const person = $person.get();
  const answers = answersShown();
  const islands = answers && platform().islandsShown();
  if (!person || !answers || !islands) return;
  const snapshot: Snapshot = { day: appDayKey(platform().now()), answers, islands };
  keepAnswer(person.id, SNAPSHOT, snapshotOf(platform().address()), snapshot);
}

/**
 * Called once a page. Ends with the first use of it: what a tab or a date was changed to is not what
 * the page opens with.
 */
export function followAnswers(): void {
  let stop: (() => void) | undefined;
  const unsubscribe = cache.getQueryCache().subscribe(({ type }) => {
    if (type !== 'updated') return;
    stop?.();
    stop = cache.isFetching() === 0 ? platform().whenIdle(keepSnapshot) : undefined;
  });
  const stopUse = platform().onUse(() => {
    stop?.();
    unsubscribe();
    stopUse();
  });
}

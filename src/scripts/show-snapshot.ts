/**
 * Shows what this person saw on this page the last time, in place of the skeletons, before the
 * page's code has loaded: docs/decisions/snapshots.md.
 */
import { appDayKey } from '../lib/domain/day.ts';
import { isBackForwardOrReload } from '../lib/platform/early-requests.ts';
import { isLoaded, showIfFits } from '../lib/platform/picture.ts';
import { parseEntry, SNAPSHOT, savedAnswerKey } from '../lib/platform/saved-answer-keys.ts';
import {
  partName,
  renderNodes,
  SAVED_PARTS,
  type Snapshot,
  snapshotArgs,
} from '../lib/platform/snapshot.ts';
import * as storageKeys from '../lib/platform/storage-keys.ts';
import { fetchCode } from './fetch-code.ts';
import { readLocal } from './storage.ts';

const session = readLocal(storageKeys.session);

function readSnapshot(): Snapshot | null {
  if (session === null) return null;
  const person = JSON.parse(session).user.id;
  const found = parseEntry(readLocal(savedAnswerKey(person, SNAPSHOT, snapshotArgs(location))));
  const snapshot: Snapshot | null = found && JSON.parse(found.json);
  if (snapshot?.day !== appDayKey(Date.now())) return null;
  // Every answer it shows is still the one that is saved.
  const isCurrent = Object.entries(snapshot.answers).every(
    ([name, since]) => parseEntry(readLocal(name))?.since === since,
  );
  return isCurrent ? snapshot : null;
}

/** Returns what removes it again. */
function showSnapshot(part: HTMLElement, nodes: Node[]): () => void {
  const skeleton = [...part.childNodes];
  part.replaceChildren(...nodes);
  part.dataset.snapshot = '';
  for (const picture of part.querySelectorAll('img')) if (isLoaded(picture)) showIfFits(picture);
  return () => {
    if (!part.closest('[ssr]')) return;
    part.replaceChildren(...skeleton);
    delete part.dataset.snapshot;
  };
}

/** Called where the skeletons are in the page. */
function showSnapshots(snapshot: Snapshot): void {
  let isShown = false;
  try {
    const rendered = [...document.querySelectorAll<HTMLElement>(SAVED_PARTS)].flatMap((part) => {
      const nodes = snapshot.parts[partName(part)];
      return nodes ? [{ part, nodes: renderNodes(nodes, isBackForwardOrReload()) }] : [];
    });
    // Only now, when all of it could be drawn.
    const stops = rendered.map(({ part, nodes }) => showSnapshot(part, nodes));
    isShown = stops.length > 0;
    // For pictures that load before the page's code, which knows what to show instead of one too large.
    document.addEventListener(
      'load',
      ({ target }) => target instanceof HTMLImageElement && showIfFits(target),
      true,
    );
    // The session ended in another tab before this page's code could hear of it.
    addEventListener('storage', () => {
      if (readLocal(storageKeys.session) !== session) for (const stop of stops) stop();
    });
  } catch {
    // Garbled: the page shows its skeletons until it knows better.
  }
  begin(isShown);
}

/** What the page's modules wait for (scripts/build/page/modules.ts). */
const begin = (behindPaint: boolean) =>
  Object.assign(globalThis, { stampcardCode: fetchCode(behindPaint) });

let saved: Snapshot | null = null;
try {
  saved = readSnapshot();
} catch {
  // Garbled, as above.
}
// In the head: a page that has nothing to show before its code asks for that first of all.
if (saved === null) begin(false);
Object.assign(globalThis, { stampcardShow: () => saved && showSnapshots(saved) });

/** Listens to a scanner that types (typing.ts), wherever the focus is. */
import { NOTHING_TYPED, typed } from './typing.ts';

/** There what is typed is for the field. */
const FIELDS = 'input:not([type="checkbox"], [type="file"]), textarea, select';

/** @returns how to stop it */
export function listenToScanner(onScan: (content: string, now: number) => void): () => void {
  let typing = NOTHING_TYPED;
  let isScanner = false;
  const onKeyDown = (event: KeyboardEvent) => {
    // AltGr, which writes letters, is both on some keyboards.
    if (event.isComposing || event.metaKey || event.ctrlKey !== event.altKey) return;
    if (event.target instanceof Element && event.target.matches(FIELDS)) {
      typing = NOTHING_TYPED;
      return;
    }
    // The time of the key, though the page was busy with something else.
    const now = event.timeStamp;
    const next = typed(typing, event.key, now);
    ({ typing, isScanner } = next);
    // A button that has the focus is pressed by Space and by Enter.
    if (isScanner) event.preventDefault();
    if (next.content !== null) onScan(next.content, now);
  };
  const onKeyUp = (event: KeyboardEvent) => {
    if (isScanner && event.key === ' ') event.preventDefault();
  };
  addEventListener('keydown', onKeyDown, true);
  addEventListener('keyup', onKeyUp, true);
  return () => {
    removeEventListener('keydown', onKeyDown, true);
    removeEventListener('keyup', onKeyUp, true);
  };
}

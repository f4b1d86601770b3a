/** Opens the share sheet of a page without a session; a tap enlarges its code. */
import { qrViewBox } from '../lib/domain/qr-drawing.ts';
import { keepScreenOn } from '../lib/platform/keep-screen-on.ts';
import { isSecondTap } from '../lib/platform/second-tap.ts';

const shareSheet = document.querySelector<HTMLDialogElement>('#share-sheet');
const enlargeButton = shareSheet?.querySelector<HTMLElement>('[aria-pressed]');

let openedAt = 0;
let pointer: string | null = null;
let letScreenSleep: (() => void) | undefined;

document.querySelector('[data-share]')?.addEventListener('click', () => {
  shareSheet?.showModal();
  openedAt = performance.now();
  pointer = null;
  letScreenSleep = keepScreenOn();
});

shareSheet?.addEventListener('close', () => letScreenSleep?.());

shareSheet?.addEventListener('pointerdown', (event) => {
  pointer = event.pointerType;
});

shareSheet?.addEventListener(
  'click',
  (event) => {
    if (!isSecondTap(event, openedAt, pointer)) return;
    event.preventDefault();
    event.stopPropagation();
  },
  { capture: true },
);

shareSheet?.addEventListener('click', (event) => {
  if (event.target === shareSheet) shareSheet.close();
});

function setLarge(large: boolean): void {
  const panel = enlargeButton?.closest<HTMLElement>('[data-large]');
  enlargeButton?.setAttribute('aria-pressed', String(large));
  panel?.setAttribute('data-large', String(large));
  const code = panel?.querySelector('svg');
  // The margin is on both sides.
  const { x, width } = code?.viewBox.baseVal ?? { x: 0, width: 0 };
  code?.setAttribute('viewBox', qrViewBox(width + 2 * x, large));
}

const isLarge = () => enlargeButton?.getAttribute('aria-pressed') === 'true';

enlargeButton?.addEventListener('click', () => setLarge(!isLarge()));
enlargeButton?.addEventListener('blur', ({ relatedTarget }) => {
  if (relatedTarget !== null) setLarge(false);
});

// Escape, and going back.
shareSheet?.addEventListener('cancel', (event) => {
  if (!isLarge()) return;
  event.preventDefault();
  setLarge(false);
});

/**
 * A finger that pulls the page down at its top, for devices that have no such gesture: an app on the home
 * screen of iOS.
 */
import type { Stop } from './interface.ts';

/** How much of the finger's movement the mark follows. */
const SHARE = 0.4;
/** How far the mark must move for the page to be refreshed, and how far it moves at most. */
const TRIGGER_PX = 56;
const MAX_PX = 80;

const TURN = { duration: 900, iterations: Number.POSITIVE_INFINITY };

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** @param pulled called when a pull went far enough; the mark stays until its promise has settled */
export function onPullDown(mark: HTMLElement, pulled: () => Promise<void>): Stop {
  let start: { x: number; y: number } | null = null;
  let offset = 0;
  let isBusy = false;

  const move = (to: number) => {
    offset = to;
    mark.style.translate = `0 ${to}px`;
    mark.style.opacity = String(Math.min(1, to / TRIGGER_PX));
  };

  function onStart({ touches }: TouchEvent): void {
    const [finger] = touches;
    const isFree = touches.length === 1 && scrollY <= 0 && !isBusy;
    start = null;
    if (!finger || !isFree || document.querySelector('dialog[open]')) return;
    start = { x: finger.clientX, y: finger.clientY };
  }

  function onMove(event: TouchEvent): void {
    const [finger] = event.touches;
    if (!start || !finger) return;
    const down = finger.clientY - start.y;
    const isMine = offset > 0 || (down > Math.abs(finger.clientX - start.x) && event.cancelable);
    if (!isMine) {
      if (down !== 0) start = null;
      return;
    }
    event.preventDefault();
    move(Math.min(MAX_PX, Math.max(1, down * SHARE)));
  }

  async function onEnd({ type }: TouchEvent): Promise<void> {
    if (!start || offset === 0) return;
    start = null;
    if (type === 'touchend' && offset >= TRIGGER_PX) {
      isBusy = true;
      move(TRIGGER_PX);
      const turning = isStill() ? null : mark.animate({ rotate: ['0turn', '1turn'] }, TURN);
      await pulled();
      turning?.cancel();
      isBusy = false;
    }
    move(0);
  }

  const ended = (event: TouchEvent) => void onEnd(event);
  addEventListener('touchstart', onStart, { passive: true });
  addEventListener('touchmove', onMove, { passive: false });
  addEventListener('touchend', ended);
  addEventListener('touchcancel', ended);
  return () => {
    removeEventListener('touchstart', onStart);
    removeEventListener('touchmove', onMove);
    removeEventListener('touchend', ended);
    removeEventListener('touchcancel', ended);
  };
}

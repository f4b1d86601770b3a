/**
 * A finger draws a sheet down: it follows, closes if the finger went far or fast enough, and
 * springs back otherwise.
 */
import type { Stop } from './interface.ts';

/** Of the sheet's height. */
const FAR = 0.3;
/** In pixels per millisecond; a flick is faster, a finger that changes its mind is not. */
const FAST = 0.5;
const GLIDE_MS = 200;

interface Swipe {
  x: number;
  y: number;
  /** Before it goes down it may still be a tap, or become something else. */
  isDown: boolean;
  offset: number;
  at: number;
  speed: number;
}

const isReduced = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

const FIELDS = 'input, textarea, select';

/** Whether the finger would scroll, select or type there. */
function hasOwnGesture(target: Element, sheet: HTMLElement): boolean {
  if (target.closest(FIELDS)) return true;
  const selection = getSelection();
  if (selection && !selection.isCollapsed && sheet.contains(selection.anchorNode)) return true;
  for (let at: Element | null = target; at && sheet.contains(at); at = at.parentElement) {
    if (at.scrollTop > 0) return true;
  }
  // If the page is enlarged, a finger moves it.
  return (visualViewport?.scale ?? 1) > 1;
}

/** @param isAllowed called when a finger comes down */
export function onSwipeDown(sheet: HTMLElement, isAllowed: () => boolean, close: () => void): Stop {
  let swipe: Swipe | null = null;

  const glide = (from: number, to: number) =>
    sheet.animate([{ transform: `translateY(${from}px)` }, { transform: `translateY(${to}px)` }], {
      duration: isReduced() ? 0 : GLIDE_MS,
      easing: 'ease-out',
      fill: 'forwards',
    });

  async function settle(offset: number, isClosing: boolean): Promise<void> {
    sheet.style.transform = '';
    const gone = innerHeight - sheet.getBoundingClientRect().top;
    const animation = glide(offset, isClosing ? gone : 0);
    await animation.finished.catch(() => undefined);
    if (isClosing) {
      close();
      // Another sheet may have taken its place in the same dialog.
      await new Promise(requestAnimationFrame);
    }
    animation.cancel();
  }

  function onStart(event: TouchEvent): void {
    const [finger] = event.touches;
    const isFree = event.touches.length === 1 && isAllowed();
    if (swipe?.isDown) void settle(swipe.offset, false);
    swipe = null;
    if (!finger || !isFree || hasOwnGesture(event.target as Element, sheet)) return;
    const { clientX: x, clientY: y } = finger;
    swipe = { x, y, isDown: false, offset: 0, at: event.timeStamp, speed: 0 };
  }

  function onMove(event: TouchEvent): void {
    const [finger] = event.touches;
    if (!swipe || !finger) return;
    const down = finger.clientY - swipe.y;
    const isMine = swipe.isDown || (down > Math.abs(finger.clientX - swipe.x) && event.cancelable);
    if (!isMine) {
      // Sideways or upward, the gesture belongs to what is in the sheet.
      if (down !== 0 || finger.clientX !== swipe.x) swipe = null;
      return;
    }
    event.preventDefault();
    const offset = Math.max(0, down);
    const passed = Math.max(1, event.timeStamp - swipe.at);
    const speed = (offset - swipe.offset) / passed;
    swipe = { ...swipe, isDown: true, offset, speed, at: event.timeStamp };
    sheet.style.transform = `translateY(${offset}px)`;
  }

  function onEnd(event: TouchEvent): void {
    if (!swipe?.isDown) return;
    const { offset, speed, at } = swipe;
    swipe = null;
    const isFast = speed > FAST && event.timeStamp - at < GLIDE_MS;
    const isFar = offset > sheet.offsetHeight * FAR;
    void settle(offset, event.type === 'touchend' && isAllowed() && (isFast || isFar));
  }

  sheet.addEventListener('touchstart', onStart, { passive: true });
  sheet.addEventListener('touchmove', onMove, { passive: false });
  sheet.addEventListener('touchend', onEnd);
  sheet.addEventListener('touchcancel', onEnd);
  return () => {
    sheet.removeEventListener('touchstart', onStart);
    sheet.removeEventListener('touchmove', onMove);
    sheet.removeEventListener('touchend', onEnd);
    sheet.removeEventListener('touchcancel', onEnd);
  };
}

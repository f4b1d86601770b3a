/**
 * The life of a code on the screen, the same for both: it opens, is drawn, is watched for the
 * store's scan, and is closed, by its owner, by its time running out or with the session.
 */
import { SCAN_NOTICE_MS } from '../../domain/limits.ts';
import type { QrImage } from '../../domain/qr-drawing.ts';
import type { Stop } from '../../platform/interface.ts';
import { platform } from '../../platform/platform.ts';
import { onSessionEnd } from '../session/session.ts';
import type { Watch } from './poll.ts';
import { renderQrImage } from './render-qr.ts';

/** What the screen shows of a code besides its details. */
export interface Shown {
  image: QrImage;
  /** Nobody has touched it for so long that it no longer waits for the scan. */
  paused: boolean;
}

export interface OpenOptions<T> {
  /** What surrounds the code. */
  details: T;
  /** What the code says: requested again each time it is drawn. */
  text: () => string | Promise<string>;
  correction: 'M' | 'H';
  /** What is known of its picture already. */
  image?: QrImage;
  /** Waits for the store's scan. */
  watch: (onPaused: (paused: boolean) => void) => Watch;
  /** Whatever else goes on until it is closed. */
  whileOpen?: () => Stop[];
}

export interface CodeControl<T> {
  /** Does nothing while it is open. The screen stays awake until it is closed, or pauses. */
  open: (opening: OpenOptions<T>) => Promise<void>;
  /** Replaces the open code with another one. Does nothing if none is open. */
  renew: (opening: OpenOptions<T>) => Promise<void>;
  /** For 'Try again', and for changes in the text. */
  refresh: () => Promise<void>;
  /** Waits for the scan again after a pause. */
  resume: () => void;
  close: () => void;
}

const LOADING: QrImage = { status: 'loading' };

/** @param onShown the code as the screen shows it from now on, null when it is closed */
export function createCode<T extends object>(
  onShown: (code: (Shown & T) | null) => void,
): CodeControl<T> {
  let current: OpenOptions<T> | null = null;
  let shown: Shown = { image: LOADING, paused: false };
  let watch: Watch = { stop: () => undefined, resume: () => undefined };
  let stops: Stop[] = [];
  let letScreenSleep: Stop | undefined;

  function show(opening: OpenOptions<T>, change: Partial<Shown>): void {
    if (current !== opening) return;
    shown = { ...shown, ...change };
    onShown({ ...opening.details, ...shown });
  }

  function keepAwake(awake: boolean): void {
    letScreenSleep?.();
    letScreenSleep = awake ? platform().keepScreenOn() : undefined;
  }

  /** The picture before stays until the next one is there. */
  async function render(opening: OpenOptions<T>): Promise<void> {
    show(opening, { image: await renderQrImage(opening.text, opening.correction) });
  }

  function begin(opening: OpenOptions<T>, image: QrImage): Promise<void> {
    current = opening;
    shown = { image, paused: false };
    keepAwake(true);
    watch = opening.watch((paused) => {
      if (current !== opening) return;
      keepAwake(!paused);
      show(opening, { paused });
    });
    stops = opening.whileOpen?.() ?? [];
    show(opening, {});
    return render(opening);
  }

  /** Whether there was one to end. */
  function end(): boolean {
    if (current === null) return false;
    for (const stop of stops) stop();
    // If it is closed at the moment of the scan, it still waits for the news of it.
    setTimeout(watch.stop, SCAN_NOTICE_MS);
    keepAwake(false);
    current = null;
    return true;
  }

  function closeCode(): void {
    if (end()) onShown(null);
  }

  onSessionEnd(() => {
    closeCode();
    // There is nobody left to ask for.
    watch.stop();
  });

  return {
    close: closeCode,
    async open(opening) {
      if (!current) await begin(opening, opening.image ?? LOADING);
    },
    async renew(opening) {
      const { image } = shown;
      if (end()) await begin(opening, image);
    },
    async refresh() {
      if (!current) return;
      show(current, { image: LOADING });
      await render(current);
    },
    resume: () => watch.resume(),
  };
}

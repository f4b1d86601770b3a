/**
 * The life of a code on the screen, the same for both: it opens, is drawn, is watched for the
 * store's scan, and is closed, by its owner, by its time running out or with the session.
 */
import { atom, type ReadableAtom } from 'nanostores';
import { SCAN_NOTICE_MS } from '../../domain/limits.ts';
import type { Stop } from '../../platform/interface.ts';
import { platform } from '../../platform/platform.ts';
import { atEndOfSession } from '../session/session.ts';
import { drawn, type QrImage } from './drawing.ts';

export type Code<T> = { open: false } | ({ open: true; image: QrImage } & T);

export interface Opening<T> {
  /** What stands around the code. */
  details: T;
  /** What the code says: asked for anew at each drawing. */
  text: () => string | Promise<string>;
  correction: 'M' | 'H';
  /** Waits for the store's scan. */
  watch: () => Stop;
  /** Whatever else goes on until it is closed. */
  meanwhile?: () => Stop[];
}

export interface CodeControl<T> {
  $code: ReadableAtom<Code<T>>;
  /** Does nothing while it is open. The screen stays awake until it is closed. */
  open: (opening: Opening<T>) => Promise<void>;
  /** For 'Try again', and for what has changed in the text. */
  redraw: () => Promise<void>;
  close: () => void;
}

export function createCode<T extends object>(): CodeControl<T> {
  const $code = atom<Code<T>>({ open: false });
  let opened: Opening<T> | null = null;
  let stops: Stop[] = [];

  async function draw(): Promise<void> {
    const drawing = opened;
    if (!drawing) return;
    const image = await drawn(drawing.text, drawing.correction);
    if (opened === drawing) $code.set({ open: true, ...drawing.details, image });
  }

  function close(): void {
    for (const stop of stops) stop();
    stops = [];
    opened = null;
    $code.set({ open: false });
  }

  atEndOfSession(close);

  return {
    $code,
    close,
    async open(opening) {
      if (opened) return;
      opened = opening;
      $code.set({ open: true, ...opening.details, image: { status: 'loading' } });
      const stopWatching = opening.watch();
      stops = [
        // Closed in the moment of the scan: the news of it is still waited for.
        () => void setTimeout(stopWatching, SCAN_NOTICE_MS),
        platform().keepAwake(),
        ...(opening.meanwhile?.() ?? []),
      ];
      await draw();
    },
    async redraw() {
      if (!opened) return;
      $code.set({ open: true, ...opened.details, image: { status: 'loading' } });
      await draw();
    },
  };
}

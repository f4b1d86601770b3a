/**
 * The life of a code on the screen, the same for both: it opens, is drawn, is watched for the
 * store's scan, and is closed, by its owner, by its time running out or with the session.
 */
import { atom, type ReadableAtom } from 'nanostores';
import { SCAN_NOTICE_MS } from '../../domain/limits.ts';
import type { Stop } from '../../platform/interface.ts';
import { platform } from '../../platform/platform.ts';
import { onSessionEnd } from '../session/session.ts';
import { type QrImage, renderQrImage } from './render-qr.ts';

export type Code<T> = { open: false } | ({ open: true; image: QrImage } & T);

export interface OpenOptions<T> {
  /** What stands around the code. */
  details: T;
  /** What the code says: asked for anew at each drawing. */
  text: () => string | Promise<string>;
  correction: 'M' | 'H';
  /** Waits for the store's scan. */
  watch: () => Stop;
  /** Whatever else goes on until it is closed. */
  whileOpen?: () => Stop[];
}

export interface CodeControl<T> {
  $code: ReadableAtom<Code<T>>;
  /** Does nothing while it is open. The screen stays awake until it is closed. */
  open: (opening: OpenOptions<T>) => Promise<void>;
  /** For 'Try again', and for what has changed in the text. */
  refresh: () => Promise<void>;
  close: () => void;
}

export function createCode<T extends object>(): CodeControl<T> {
  const $code = atom<Code<T>>({ open: false });
  let current: OpenOptions<T> | null = null;
  let stops: Stop[] = [];

  async function render(): Promise<void> {
    const rendered = current;
    if (!rendered) return;
    const image = await renderQrImage(rendered.text, rendered.correction);
    if (current === rendered) $code.set({ open: true, ...rendered.details, image });
  }

  function closeCode(): void {
    for (const stop of stops) stop();
    stops = [];
    current = null;
    $code.set({ open: false });
  }

  onSessionEnd(closeCode);

  return {
    $code,
    close: closeCode,
    async open(opening) {
      if (current) return;
      current = opening;
      $code.set({ open: true, ...opening.details, image: { status: 'loading' } });
      const stopWatching = opening.watch();
      stops = [
        // Closed in the moment of the scan: the news of it is still waited for.
        () => void setTimeout(stopWatching, SCAN_NOTICE_MS),
        platform().keepScreenOn(),
        ...(opening.whileOpen?.() ?? []),
      ];
      await render();
    },
    async refresh() {
      if (!current) return;
      $code.set({ open: true, ...current.details, image: { status: 'loading' } });
      await render();
    },
  };
}

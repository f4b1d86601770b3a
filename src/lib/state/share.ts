/** Links to pass on, the site's own with its code, and dates for the customer's own calendar. */
import { atom } from 'nanostores';
import { noConnection, product } from '#text/common.ts';
import * as text from '#text/share.ts';
import { config } from '../config.ts';
import {
  calendarEntry,
  calendarFileName,
  itemPath,
  itemWords,
  type KeptItem,
} from '../domain/kept-item.ts';
import type { QrImage } from '../domain/qr-drawing.ts';
import { platform } from '../platform/platform.ts';
import { renderQrImage } from './codes/render-qr.ts';
import { onDemand } from './on-demand.ts';

export const $shareQr = atom<QrImage>({ status: 'loading' });

export async function renderShareQr(): Promise<void> {
  if ($shareQr.get().status === 'ready') return;
  $shareQr.set({ status: 'loading' });
  $shareQr.set(await renderQrImage(() => config.siteUrl, 'H'));
}

/** Keeps the screen on for a friend who scans the code; returns what ends that. */
export const keepCodeLit = (): (() => void) => platform().keepScreenOn();

export const shareSite = (): Promise<string | null> =>
  shareLink({ title: product, text: text.tagline, url: config.siteUrl });

/**
 * With the device's share sheet, else through the clipboard. Returns what to say about it; null if the
 * share sheet made a message unnecessary, or was closed again.
 */
async function shareLink(content: {
  title: string;
  text: string;
  url: string;
}): Promise<string | null> {
  if (await platform().share(content)) return null;
  const copied = await platform().copy(content.url);
  return copied ? text.linkCopied : text.hereIsTheLink(content.url);
}

const addressOf = (item: KeptItem): string => new URL(itemPath(item), config.siteUrl).href;

const calendar = onDemand(() => import('../platform/calendar-file.ts'));

/** Saves the item's date as a calendar file; returns what to say about it, if anything. */
export async function addToCalendar(item: KeptItem): Promise<string | null> {
  const now = platform().now();
  const entry = calendarEntry(item, now);
  if (entry === null) return text.calendarFailed;
  let said = Promise.resolve<string | null>(noConnection);
  await calendar.whenReady(({ calendarFile }) => {
    said = save(calendarFileName(entry.title), calendarFile(entry, addressOf(item), now));
  });
  return said;
}

async function save(name: string, file: string): Promise<string | null> {
  const isSaved = await platform().saveFile({
    name,
    type: 'text/calendar;charset=utf-8',
    text: file,
  });
  return isSaved === false ? text.calendarFailed : isSaved && text.calendarSaved;
}

export const shareItem = (item: KeptItem): Promise<string | null> =>
  shareLink({ ...itemWords(item), url: addressOf(item) });

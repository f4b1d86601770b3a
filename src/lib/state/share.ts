/** The share code of the header and of /home's prompt: the site's own address. */

import { atom } from 'nanostores';
import { product } from '#text/common.ts';
import { tagline } from '#text/share.ts';
import { config } from '../config.ts';
import { type QrImage, renderQrImage } from './codes/render-qr.ts';
import { shareLink } from './share-link.ts';

export const $shareQr = atom<QrImage>({ status: 'loading' });

/** What the share button did last, in words; null before. */
export const $shareResult = atom<string | null>(null);

export async function renderShareQr(): Promise<void> {
  if ($shareQr.get().status === 'ready') return;
  $shareQr.set({ status: 'loading' });
  $shareQr.set(await renderQrImage(() => config.siteUrl, 'H'));
}

/** By the device's share sheet, else onto the clipboard. */
export async function shareSite(): Promise<void> {
  $shareResult.set(await shareLink({ title: product, text: tagline, url: config.siteUrl }));
}

/** Passes a link on: by the device's share sheet, else onto the clipboard. */
import * as text from '#text/share.ts';
import { platform } from '../platform/platform.ts';

/** What to say of it; null where the share sheet said all there is, or was closed again. */
export async function shareLink(content: {
  title: string;
  text: string;
  url: string;
}): Promise<string | null> {
  if (await platform().share(content)) return null;
  const copied = await platform().copy(content.url);
  return copied ? text.linkCopied : text.hereIsTheLink(content.url);
}

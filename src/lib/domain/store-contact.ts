/** How to reach a store (docs/product.md#store): what may be followed is a link, all else is nothing. */
import { firstText } from './row.ts';
import { parseUrl } from './runtime-url.ts';

/** The whole address if it is a web address without a password. */
export function readWebsite(value: unknown): string | null {
  const address = firstText(value);
  if (address === null || !/^https?:\/\/[^@]+$/i.test(address)) return null;
  return parseUrl(address)?.href ?? null;
}

const phoneShape = /^\+?\d[\d ()/.-]{2,29}$/;

/** As the store writes it, and as a link that calls. */
export function readPhone(value: unknown): { text: string; link: string } | null {
  const text = firstText(value)?.trim() ?? '';
  return phoneShape.test(text) ? { text, link: `tel:${text.replace(/[^\d+]/g, '')}` } : null;
}

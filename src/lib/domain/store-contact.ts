/** How to reach a store (docs/product.md#store): what is safe to follow is a link, the rest is dropped. */
import type { Store } from './entities.ts';
import { firstText } from './row.ts';
import { encodePart, parseUrl } from './runtime-url.ts';

/** The whole address if it is an https address without a password. */
export function readWebsite(value: unknown): string | null {
  const address = firstText(value);
  if (address === null || !/^https:\/\/[^@]+$/i.test(address)) return null;
  return parseUrl(address)?.href ?? null;
}

const phoneShape = /^\+?\d[\d ()/.-]{2,29}$/;

/** This many digits before a slash are a number, and another one follows; fewer are an area code. */
const WHOLE_NUMBER = 7;

/** What to dial: the first of two numbers, and no zero that is only for calls within the country. */
function dialed(text: string): string {
  const digits = text.replace(/^(\+.*)\(0\)/, '$1').replace(/[^\d+/]/g, '');
  const [first = ''] = digits.split('/');
  return first.length < WHOLE_NUMBER ? digits.replaceAll('/', '') : first;
}

/** As the store writes it, and as a link that calls. */
export function readPhone(value: unknown): { text: string; link: string } | null {
  const text = firstText(value)?.trim() ?? '';
  return phoneShape.test(text) ? { text, link: `tel:${dialed(text)}` } : null;
}

/** A store where it says it is, to the meter; else a search for its name and address. */
export function storeMapLink({ name, address, row }: Store): string {
  const { latitude, longitude } = row ?? {};
  return mapsSearchLink(
    typeof latitude === 'number' && typeof longitude === 'number'
      ? `${latitude},${longitude}`
      : [name, address].filter(Boolean).join(' '),
  );
}

/** A map search for a store's name or address (docs/product.md#one-reward). */
export function mapsSearchLink(text: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodePart(text)}`;
}

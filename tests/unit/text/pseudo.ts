/**
 * English as if it were another language: an accent over every letter, and each vowel and s twice,
 * which makes it longer by two fifths. What still reads as plain English does not come from the catalogue.
 */
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { isValidElement } from 'react';

const ACCENT = '\u0301';

/** A letter that has its accent already is of a sentence within the sentence. */
const PLAIN = /[a-z](?!\u0301)/gi;

const accented = (text: string): string =>
  text.replaceAll(PLAIN, (letter) => `${letter}${ACCENT}`.repeat(/[aeious]/i.test(letter) ? 2 : 1));

function worded(value: unknown): unknown {
  if (typeof value === 'string') return accented(value);
  if (typeof value === 'function') return (...given: unknown[]) => worded(value(...given));
  if (Array.isArray(value)) return value.map(worded);
  if (typeof value !== 'object' || value === null || isValidElement(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, worded(part)]));
}

/** What a room of the catalogue is in the other language, whose dates have no Latin letter. */
export function pseudoRoom(room: string, english: { formats?: unknown }) {
  if (room === 'language') return { code: 'el', locale: 'el-GR' };
  const other = worded(english) as Record<string, unknown>;
  return room === 'dates' ? { ...other, formats: english.formats } : other;
}

/** The legal texts are markup. */
const MARKUP = ['privacy-policy', 'terms-of-service'];

export const rooms = readdirSync('src/lib/text/en')
  .map((file) => basename(file, '.ts'))
  .filter((room) => !MARKUP.includes(room));

/** The same in every language. */
const NAMES = /Google|GMT/g;

/** Whatever is read or heard of a part of a page. */
export function saidBy(part: Element): string[] {
  const heard = ['alt', 'aria-description', 'aria-label', 'aria-valuetext', 'placeholder', 'title'];
  const all = [part, ...part.querySelectorAll('*')];
  return [
    part.textContent,
    ...all.flatMap((element) => heard.map((name) => element.getAttribute(name) ?? '')),
  ].filter((text) => text !== '');
}

export const isPlain = (text: string): boolean => text.replaceAll(NAMES, '').search(PLAIN) !== -1;

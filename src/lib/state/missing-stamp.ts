/** 'Missing a stamp?': what to show the store. It stays on the device (docs/product.md#store). */

import { ofAll } from '#text/common.ts';
import * as text from '#text/missing-stamp.ts';
import { appTimestampText } from '../domain/day.ts';
import { displayName } from '../domain/display-name.ts';
import type { Person, Store } from '../domain/entities.ts';
import { receiptNumber } from '../domain/receipt-number.ts';
import { platform } from '../platform/platform.ts';
import type { Progress } from './store.ts';

interface Fact {
  term: string;
  value: string;
}

/** Who misses a stamp and where, how many are on the card, and the time. */
export function missingStampFacts(
  person: Person,
  store: Store,
  { total, goal }: Progress,
  now: number,
): Fact[] {
  const name = displayName(person);
  const facts = [
    { term: text.name, value: name },
    { term: text.email, value: person.email === name ? null : person.email },
    { term: text.customerNumber, value: receiptNumber(person.id) },
    { term: text.store, value: store.name },
    { term: text.stampsNow, value: ofAll(total, goal) },
    { term: text.timeNow, value: appTimestampText(now) },
  ];
  return facts.filter((fact): fact is Fact => fact.value !== null);
}

/** Copies it to the clipboard, one fact per line, to be sent by hand; returns what to say about it. */
export async function copyFacts(facts: readonly Fact[]): Promise<string> {
  const lines = facts.map(({ term, value }) => text.fact(term, value)).join('\n');
  return (await platform().copy(lines)) ? text.copied : text.notCopied;
}

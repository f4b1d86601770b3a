/** Rows to start from: a test names only what matters to it. */
import fc from 'fast-check';
import type { Person, Reward, Stamp } from '../../../src/lib/domain/entities.ts';

export const person = (fields: Partial<Person> = {}): Person => ({
  id: 'u1',
  email: 'ana@example.com',
  provider: 'google',
  fullName: 'Ana Reyes',
  displayName: 'ana',
  ...fields,
});

export const reward = (fields: Partial<Reward> = {}): Reward => ({
  id: 'r1',
  storeId: 's1',
  title: 'Free coffee',
  photo: null,
  stampsNeeded: 8,
  dateStart: null,
  dateEnd: null,
  storeName: 'Kape Tayo',
  storeLogoUrl: null,
  ...fields,
});

export const stamp = (fields: Partial<Stamp> = {}): Stamp => ({
  id: 't1',
  userId: 'u1',
  storeId: 's1',
  storeName: 'Kape Tayo',
  storeLogoUrl: null,
  count: 1,
  createdAt: '2026-11-21T02:00:00+00:00',
  invoiceNumber: null,
  metadata: null,
  ...fields,
});

const codeUnit = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit));
const codePoint = fc
  .integer({ min: 0x10000, max: 0x10ffff })
  .map((point) => String.fromCodePoint(point));

/** Any text: controls, every script, emoji, halves of surrogate pairs. */
export const anyText = fc.string({
  unit: fc.oneof(fc.string({ minLength: 1, maxLength: 1 }), codeUnit, codePoint),
});

/** Any instant that a date text can name. */
export const anyInstant = fc.integer({
  min: Date.parse('0001-01-02T00:00:00Z'),
  max: Date.parse('9999-12-30T23:59:59.999Z'),
});

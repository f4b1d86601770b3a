/** Rows to start from: a test names only what matters to it. */
import fc from 'fast-check';
import type { Card, Person, Stamp } from '../../../src/lib/domain/entities.ts';
import {
  EMPTY_REWARD_FORM,
  type Reward,
  type RewardForm,
  readReward,
} from '../../../src/lib/domain/reward.ts';

export const person = (fields: Partial<Person> = {}): Person => ({
  id: 'u1',
  email: 'ana@example.com',
  provider: 'google',
  fullName: 'Ana Reyes',
  displayName: 'ana',
  ...fields,
});

/** Columns that are not named are as the product reads a row without them. */
export const reward = (fields: Partial<Reward> = {}): Reward => ({
  ...readReward({}, () => null),
  id: 'r1',
  storeId: 's1',
  title: 'Free coffee',
  stampsNeeded: 8,
  storeName: 'Kape Tayo',
  ...fields,
});

/** What the store's member fills in. */
export const rewardForm = (fields: Partial<RewardForm<File>> = {}): RewardForm<File> => ({
  ...EMPTY_REWARD_FORM,
  title: 'Free coffee',
  stampsNeeded: '8',
  dateStart: '2026-11-21T00:00Z',
  ...fields,
});

/** The row that such a form writes. */
export const writtenReward = (columns: Record<string, unknown> = {}) => ({
  photo: null,
  title: 'Free coffee',
  stamps_needed: 8,
  date_start: '2026-11-21T00:00:00.000Z',
  date_end: null,
  ...columns,
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

/** Texts that hold no blanks. */
export const words = (list: string): string[] => list.trim().split(/\s+/);

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

export const card = (fields: Partial<Card> = {}): Card => ({
  storeId: 's1',
  storeName: 'Kape Tayo',
  storeLogoUrl: null,
  suspended: false,
  total: 3,
  goal: 10,
  ready: null,
  next: null,
  ...fields,
});

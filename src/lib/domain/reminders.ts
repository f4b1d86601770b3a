/** What a phone is notified about, in the order of its switches (the database: private.reminder_kinds). */
export const REMINDER_KINDS = [
  'reward_ready',
  'card_ends',
  'event_tomorrow',
  'friday_highlights',
  'almost_there',
] as const;

export type ReminderKind = (typeof REMINDER_KINDS)[number];

export const isReminderKind = (value: unknown): value is ReminderKind =>
  REMINDER_KINDS.some((kind) => kind === value);

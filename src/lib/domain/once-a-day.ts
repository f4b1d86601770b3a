/** Prompts shown once a day (specification, section 2, splash; section 4, share modal). */

/** Whether a prompt last shown on that day (a day key, or nothing) is due today. */
export function isDueToday(lastShown: string | null, today: string): boolean {
  return lastShown !== today;
}

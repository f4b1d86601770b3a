/** Prompts shown once a day (docs/product.md#splash, docs/product.md#share-prompt). */

/** Whether a prompt last shown on that day (a day key, or nothing) is due today. */
export function isDueToday(lastShown: string | null, today: string): boolean {
  return lastShown !== today;
}

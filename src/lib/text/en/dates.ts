/** How dates and times are said. */

export const asOf = (when: string): string => `As of ${when}`;

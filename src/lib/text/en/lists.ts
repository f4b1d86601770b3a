/** Of long lists (docs/product.md#long-lists). */

export const showMore = 'Show more';
export const shown = (count: number): string => `${count} shown`;

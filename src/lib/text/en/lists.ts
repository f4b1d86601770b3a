/** Of long lists (docs/product.md#long-lists). */

export const showMore = 'Show more';
export const shown = (count: number): string => `${count} shown`;

/** Of a list in pages (docs/product.md#pages-of-a-list). */
export const pages = 'Pages';
export const previous = 'Previous';
export const next = 'Next';
export const pageOf = (page: number, all: number): string => `Page ${page} of ${all}`;
